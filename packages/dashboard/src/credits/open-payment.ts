/** Opens the payment page: ours in the sandbox, otherwise the provider's. */
import type { RouterHistory } from '@tanstack/react-router';

export async function openPayment(payUrl: string, history: RouterHistory): Promise<void> {
  const url = new URL(payUrl, window.location.href);
  if (url.origin === window.location.origin) {
    history.push(`${url.pathname}${url.search}`);
    return;
  }
  window.location.assign(url);
  // The button stays busy until the page is left, and is enabled again when the browser restores it.
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
  });
}
