/** Reads the comments of the sets of a PATCH, with the refusals of PowerDNS. A set that is deleted loses its own. */
import type { Limits } from '../base/limits.ts';
import type { CommentChange } from '../operations/records/set-comments.ts';
import type { SetComment } from '../storage/tables/records/set-comments.ts';
import { unprocessable } from './route.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As the column of PowerDNS. */
const accountLengthMax = 40;
const secondsMax = 0x7fff_ffff;

export function readComments(
  place: { readonly owner: string; readonly type: string; readonly title: string },
  { comments }: Fields,
  options: { readonly nowSeconds: number } & Pick<Limits, 'charactersPerSetComments'>,
): CommentChange[] {
  if (!Array.isArray(comments)) return [];
  const { charactersPerSetComments: most } = options;
  const read = comments.map((comment: unknown) => readComment(place.title, comment, options));
  const characters = read.reduce((sum, one) => sum + one.content.length + one.account.length, 0);
  if (characters > most || read.length > most) {
    throw unprocessable(`${place.title}: the comments have more than ${most} characters`);
  }
  return [{ owner: place.owner, type: place.type, comments: read }];
}

function readComment(
  title: string,
  comment: unknown,
  { nowSeconds }: { readonly nowSeconds: number },
): SetComment {
  const fields = typeof comment === 'object' && comment !== null ? (comment as Fields) : {};
  const textOf = (key: string) => {
    const value = fields[key];
    if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
    throw unprocessable(`${title}: Key '${key}' not present or not a String`);
  };
  const content = textOf('content');
  const account = textOf('account');
  if (account.length > accountLengthMax) {
    throw unprocessable(`${title}: an account has at most ${accountLengthMax} characters`);
  }
  const at = fields.modified_at ?? nowSeconds;
  if (!Number.isInteger(at) || Number(at) < 0 || Number(at) > secondsMax) {
    throw unprocessable(`${title}: Key 'modified_at' is not a time`);
  }
  return { content, account, modifiedAt: Number(at) };
}
