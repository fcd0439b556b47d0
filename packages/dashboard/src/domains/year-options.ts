/** One to ten years, for a select. */
import { yearsText } from './years-choice.tsx';

export const yearOptions = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: yearsText(index + 1),
}));
