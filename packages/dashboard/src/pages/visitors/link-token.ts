/** The secret of a mailed or printed link. It stands behind the #, so that no server ever logs it. */
export function linkToken(): string | null {
  const token = decodeURIComponent(window.location.hash.replace(/^#/, ''));
  return token === '' ? null : token;
}
