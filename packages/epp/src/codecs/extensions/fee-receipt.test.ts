import { expect, test } from 'vitest';
import { encodeFeeReceipt, readBalance } from './fee-receipt.ts';

test('the balance is read from the answer to any command, and may be absent', () => {
  const charges = { fees: [], credits: [], currency: 'EUR' };
  const told = encodeFeeReceipt('renData', { ...charges, balance: '12.50' });
  const silent = encodeFeeReceipt('creData', charges);
  if (told === undefined || silent === undefined) throw new Error('Nothing was encoded.');
  expect(readBalance([silent, told])).toEqual({ amount: '12.50', currency: 'EUR' });
  expect(readBalance([silent])).toBeUndefined();
  expect(readBalance([])).toBeUndefined();
});
