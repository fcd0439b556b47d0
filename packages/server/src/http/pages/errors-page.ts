/** /help/errors: every error code with what it means and what to do. Error answers link to it. */
import { errors } from '@hostmaster/contract';
import { code, html, prose } from './html.ts';
import { pageFrame } from './page-frame.ts';

export function errorsPage(): string {
  const items = Object.entries(errors).map(
    ([name, { status, meaning, remedy }]) =>
      html`<section class="card error" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title"><a href="#${name}">${code(name)}</a> <span class="status">${status}</span></h2>
<p>${prose(meaning)}</p>
<p class="muted"><strong>What to do:</strong> ${prose(remedy)}</p>
</section>`,
  );
  return pageFrame({
    path: '/help/errors',
    title: 'Errors',
    body: html`<main id="content" class="column">
<h1>Errors</h1>
<p class="lead">Every error answer is JSON with a message for people, <code>error</code>, and a code for programs, <code>code</code>. A refused request changes nothing and costs nothing.</p>
<ul class="notes">
<li>A 400 has <code>fields</code>: each with its <code>path</code> and a message.</li>
<li>A 402 has <code>required</code> and <code>balance</code>, in credits. A 409 <code>price_changed</code> has <code>required</code>, a 409 <code>spending_cap</code> <code>required</code> and <code>remaining</code>.</li>
<li>A 429 and a 503 have a <code>Retry-After</code> header, in seconds.</li>
<li>The <code>x-request-id</code> header names the request in the logs of the service.</li>
</ul>
${items}
</main>`,
  });
}
