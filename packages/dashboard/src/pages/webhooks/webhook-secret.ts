/** How a webhook's secret is shown, with the code that uses it. */
import type { Secret } from '../../keys/secret-view.tsx';

export function webhookSecret(value: string): Secret {
  return {
    label: 'Signing secret',
    what: 'secret',
    value,
    example: {
      label: 'Verify each request, for example in Node.js',
      what: 'example',
      value: `import { Webhook } from 'standardwebhooks';\n\nconst event = new Webhook(process.env.WEBHOOK_SECRET)\n  .verify(body, headers);`,
    },
  };
}
