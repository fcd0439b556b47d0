/** The pages of the contact form: they work without a script, and say nothing about the owner. */

import { toUnicodeName } from '../domains/host-labels.ts';
import { html, nothing } from '../http/pages/html.ts';
import { visitorPage } from '../http/pages/visitor-pages.ts';
import { messageLengthMax } from '../operations/public-data/contact-owner.ts';

export interface FormContent {
  readonly name: string;
  readonly token: string;
  readonly email?: string;
  readonly message?: string;
  /** What has to be changed before the message can be sent. */
  readonly problem?: string;
}

export function formPage({ name, token, email = '', message = '', problem }: FormContent): string {
  const shown = toUnicodeName(name);
  const problemNote =
    problem === undefined ? nothing : html`<p class="problem" role="alert">${problem}</p>`;
  return visitorPage(
    `Contact the owner of ${shown}`,
    html`<p class="lead">Your message is sent to the owner by email. You don't see who the owner is; they see the address and the text that you enter.</p>
${problemNote}
<form class="card form" method="post" action="/contact-domain/${name}">
<input type="hidden" name="token" value="${token}">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}">
<label for="message">Message</label>
<textarea id="message" name="message" rows="10" required maxlength="${messageLengthMax}">
${message}</textarea>
<button>Send message</button>
</form>`,
  );
}

export function sentPage(name: string): string {
  return visitorPage(
    'Message sent',
    html`<p>Your message goes to the owner of ${toUnicodeName(name)}. Whether they answer is up to them.</p>`,
  );
}
