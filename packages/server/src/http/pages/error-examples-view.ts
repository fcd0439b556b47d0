/** The errors of the API on /reference, each with a request that is refused with it. */
import {
  type ApiErrorCode,
  errorAnswer,
  errorExamples,
  errorLines,
  errors,
} from '@hostmaster/contract';
import { exampleBlocks } from './example-blocks.ts';
import { type Html, html, prose } from './html.ts';

export const errorsId = 'errors';

export function errorExamplesView(publicUrl: string): Html {
  const codes = Object.keys(errorExamples) as ApiErrorCode[];
  return html`<section aria-labelledby="${errorsId}">
<h2 id="${errorsId}">Errors</h2>
<p class="muted">One request for each error. The SDK throws a <code>HostmasterError</code> with this <code>code</code>; the command line prints the message. All codes with what to do: <a href="/help/errors">Errors</a>.</p>
${codes.map((code) => errorView(code, publicUrl))}
</section>`;
}

function errorView(code: ApiErrorCode, publicUrl: string): Html {
  const { status, meaning, remedy } = errors[code];
  return html`<details class="card operation" id="error-${code}">
<summary><span class="status">${status}</span> <span class="path">${code}</span> <span class="summary">${prose(meaning)}</span></summary>
<div class="inner">
<p class="muted"><strong>What to do:</strong> ${prose(remedy)}</p>
<h3>Example</h3>
<p class="muted">${prose(errorExamples[code].when)}</p>
${exampleBlocks(errorLines(code, publicUrl), errorAnswer(code))}
</div>
</details>`;
}
