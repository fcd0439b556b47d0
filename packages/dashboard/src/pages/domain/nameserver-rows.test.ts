import { describe, expect, it } from 'vitest';
import {
  addRow,
  checkRows,
  hostsOf,
  moveRow,
  removeRow,
  rowOfPath,
  rowsMax,
  rowsOf,
} from './nameserver-rows.ts';

const rows = rowsOf(['ns1.example.net', 'ns2.example.net', 'ns3.example.net']);

describe('the rows of nameservers', () => {
  it('move by one place and stop at the ends', () => {
    expect(hostsOf(moveRow(rows, { id: 2, by: -1 }))).toEqual([
      'ns1.example.net',
      'ns3.example.net',
      'ns2.example.net',
    ]);
    expect(moveRow(rows, { id: 0, by: -1 })).toBe(rows);
    expect(moveRow(rows, { id: 2, by: 1 })).toBe(rows);
  });

  it('keep their identity when others come and go', () => {
    const changed = addRow(removeRow(rows, 1));
    expect(changed.map(({ id }) => id)).toEqual([0, 2, 3]);
  });

  it('are thirteen at most', () => {
    const full = Array.from({ length: rowsMax + 3 }).reduce<typeof rows>(addRow, []);
    expect(full).toHaveLength(rowsMax);
  });

  it('are sent without blanks', () => {
    expect(hostsOf(rowsOf([' ns1.example.net ', '', 'ns2.example.net']))).toEqual([
      'ns1.example.net',
      'ns2.example.net',
    ]);
  });

  it('must be two, and different ones', () => {
    expect(checkRows(rows)).toEqual({});
    expect(Object.keys(checkRows(rowsOf(['ns1.example.net', ''])))).toEqual(['rows[1]']);
    expect(Object.keys(checkRows(rowsOf(['ns1.example.net', 'NS1.example.net.'])))).toEqual([
      'rows[1]',
    ]);
  });

  it('find the row that the API complains about, past blank ones', () => {
    const typed = rowsOf(['ns1.example.net', '', 'wrong']);
    expect(rowOfPath(typed, 'nameservers[1]')).toBe('rows[2]');
    expect(rowOfPath(typed, 'nameservers')).toBeNull();
    expect(rowOfPath(typed, 'nameservers[7]')).toBeNull();
  });
});
