/** Numbers in sentences that people read: `2,000`. */
import { once } from './once.ts';

const format = once(() => new Intl.NumberFormat('en-US'));

export function formatNumber(value: number): string {
  return format().format(value);
}
