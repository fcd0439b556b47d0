/** An endpoint without its scheme, as lists and titles show it. */
export function shownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
