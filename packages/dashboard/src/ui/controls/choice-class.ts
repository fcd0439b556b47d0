/** The frame of a tile, card or chip that can be chosen. */
export function choiceClass(isChosen: boolean): string {
  return isChosen
    ? 'border-accent bg-accent-soft ring-1 ring-accent'
    : 'border-line-strong bg-surface hover:border-control';
}
