/** The token of an emailed or printed link. It is in the fragment, so that no server logs it. */
export function linkToken(): string | null {
  const token = decodeURIComponent(window.location.hash.replace(/^#/, ''));
  return token === '' ? null : token;
}
