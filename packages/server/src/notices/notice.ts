/** The content of an email before rendering: what happened, and one action. */
import { escapeHtml } from '../base/escape-html.ts';
import type { NoticeKind } from './notice-purpose.ts';

export interface Notice {
  readonly kind: NoticeKind;
  /** Two notices with the same key are the same notice. */
  readonly onceKey: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /**
   * Its line in one mail for many of its kind, for which it waits. Null for a mail that lists others,
   * which is always a mail of its own.
   */
  readonly summary?: string | null;
}

/** Its line in one mail for many notices of any kind. */
export function lineOf({ summary, subject, action }: Notice): string | null {
  return summary === undefined ? `${subject}\n${action.url}` : summary;
}

export function renderText(notice: Notice): string {
  return [
    ...notice.paragraphs,
    `${notice.action.label}:\n${notice.action.url}`,
    '-- \nHostmaster',
    '',
  ].join('\n\n');
}

/** One column, system fonts and inline styles, which every mail client supports. */
export function renderHtml(notice: Notice): string {
  const paragraphs = notice.paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
  const url = escapeHtml(notice.action.url);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(notice.subject)}</title></head>
<body style="margin:0;background:#f5f6f8">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;font:16px/1.5 system-ui,sans-serif;color:#1c2330">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 20px">${escapeHtml(notice.subject)}</h1>
${paragraphs}
<p style="margin:24px 0"><a href="${url}" style="background:#2456d6;color:#ffffff;text-decoration:none;padding:10px 18px;border-radius:6px;display:inline-block">${escapeHtml(notice.action.label)}</a></p>
<p style="margin:32px 0 0;font-size:13px;color:#667085">Hostmaster</p>
</div>
</body>
</html>
`;
}
