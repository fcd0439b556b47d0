/** Joins class names and drops falsy ones: `classNames('row', isOpen && 'open')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
