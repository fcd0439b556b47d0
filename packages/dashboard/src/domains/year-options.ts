/** One to ten years, for a select. */
import { counted } from '../ui/text/counted.ts';

export const yearOptions = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: counted(index + 1, 'year'),
}));
