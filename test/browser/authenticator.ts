/** A device with a fingerprint reader in Chromium: its virtual authenticator (CDP domain WebAuthn). */
import type { Page } from 'playwright-core';

/** Returns what turns the person's answer on and off. */
export async function withAuthenticator(
  page: Page,
): Promise<(isPresent: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}

/** On the account page, as a person would; the first passkey comes with recovery codes. */
export async function addFirstPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await page.getByText(/never used/).waitFor();
}
