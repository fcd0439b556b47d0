/** `25`, `25.50` or `25,50`; null when it is not an amount. */
export function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}
