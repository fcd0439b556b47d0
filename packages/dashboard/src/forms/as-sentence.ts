/** "must have 12 characters" → "Must have 12 characters.": an API message as a sentence. */
export function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
