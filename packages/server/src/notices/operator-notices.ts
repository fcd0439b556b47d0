/** Mails to the operator about a registry that needs a person. Each at most once a day. */
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

export type RegistryAlert =
  | { readonly kind: 'sign-in-refused'; readonly reason: string }
  | { readonly kind: 'login-warning'; readonly warnings: string }
  | { readonly kind: 'deposit-low'; readonly deposit: string }
  | { readonly kind: 'deposit-empty' }
  | { readonly kind: 'queue-growing'; readonly waiting: number };

export function registryAlert(
  links: NoticeLinks,
  facts: { readonly registry: string; readonly day: string; readonly alert: RegistryAlert },
): Notice {
  const { registry, day, alert } = facts;
  const [subject, paragraph] = textOf(alert, registry);
  return {
    kind: `registry-${alert.kind}`,
    onceKey: `registry-${alert.kind}:${registry}:${day}`,
    subject,
    paragraphs: [paragraph],
    action: { label: 'Open the dashboard', url: `${links.publicUrl}/dashboard` },
  };
}

function textOf(alert: RegistryAlert, registry: string): readonly [string, string] {
  switch (alert.kind) {
    case 'sign-in-refused':
      return [
        `${registry} refuses our sign-in`,
        `The registry ${registry} refused our sign-in twice: ${alert.reason}. Hostmaster tries again once the credentials file has changed. Until then, registrations and renewals wait.`,
      ];
    case 'login-warning':
      return [
        `${registry} sent a warning at sign-in`,
        `The registry ${registry} sent this warning at sign-in: ${alert.warnings}. Change the password with hostmaster registrar password, or renew the certificate, before it expires.`,
      ];
    case 'deposit-low':
      return [
        `The deposit at ${registry} is low`,
        `The deposit at the registry ${registry} is ${alert.deposit}. When it is used up, registrations and renewals wait.`,
      ];
    case 'deposit-empty':
      return [
        `The deposit at ${registry} is used up`,
        `The registry ${registry} refused a command because the deposit does not cover it. Registrations and renewals wait until it is refilled.`,
      ];
    case 'queue-growing':
      return [
        `Commands to ${registry} are piling up`,
        `${alert.waiting} commands are waiting for a session at the registry ${registry}, and the number is growing. The registry is slow, or it needs more sessions (maximumSessions).`,
      ];
  }
}
