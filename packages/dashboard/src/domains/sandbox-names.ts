/** Names that the sandbox registry treats specially; docs/sandbox.md has all of them. */
export const sandboxNames: readonly { readonly prefix: string; readonly effect: string }[] = [
  { prefix: 'sandbox-taken-', effect: 'is already taken' },
  { prefix: 'sandbox-premium-', effect: 'costs ten times the price' },
  { prefix: 'sandbox-reject-', effect: 'is declined by the registry, and refunded' },
  { prefix: 'sandbox-slow-', effect: 'takes 30 seconds to register' },
  { prefix: 'sandbox-norenew-', effect: "can't be renewed" },
  { prefix: 'sandbox-redemption-', effect: "can be restored after it's deleted" },
  {
    prefix: 'sandbox-rival-',
    effect: 'is at another registrar: transfer it with the auth code Rival-Code-1',
  },
];
