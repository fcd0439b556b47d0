/** Tags as they are typed: separated by spaces or commas, in any case. */
const form = /^[a-z0-9][a-z0-9._-]{0,31}$/;

export function tagsIn(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,]+/);
  return [...new Set(words.filter((word) => word !== ''))];
}

/** What is wrong with the text, as a sentence; null when every word is a tag. */
export function tagProblem(text: string): string | null {
  const tags = tagsIn(text);
  if (tags.length === 0) return 'Enter a tag.';
  const wrong = tags.find((tag) => !form.test(tag));
  return wrong === undefined ? null : `${wrong} is not a tag.`;
}

export const tagHint = 'Separated by spaces: letters, digits, dashes, dots and underscores.';
