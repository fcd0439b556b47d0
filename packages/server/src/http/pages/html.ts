/** Text as HTML. Only `Html` is put into a page as it is. */
import { escapeHtml } from '../../base/escape-html.ts';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Part[];

/** A template whose values are escaped unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const text = strings.map((string, index) => {
    const value = values[index];
    return value === undefined ? string : string + render(value);
  });
  return new Html(text.join(''));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeHtml(String(part));
}

/** A sentence of the contract, in which backticks mark code. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
  return html`${parts}`;
}

export function code(text: string): Html {
  return html`<code>${text}</code>`;
}

export const nothing: Readonly<Html> = new Html('');
