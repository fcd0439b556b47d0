/** Splits the text of a mail into plain text and links. The signature at its end is left out. */
export interface MailPart {
  /** The position in the text. */
  readonly at: number;
  readonly text: string;
  readonly isLink: boolean;
}

export function splitLinks(text: string): readonly MailPart[] {
  const body = text.replace(/\n-- \n[\s\S]*$/, '').trim();
  let at = 0;
  return body.split(/(https?:\/\/\S+)/).flatMap((part, index) => {
    const start = at;
    at += part.length;
    return part === '' ? [] : [{ at: start, text: part, isLink: index % 2 === 1 }];
  });
}
