/** Mail as it arrives: files in the data directory, since no mail server is configured. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestService, until } from '@hostmaster/test-rig/service';

export interface MailFile {
  readonly subject: string;
  readonly text: string;
}

/** Waits until an address has received this many mails, and returns the last of them. */
export async function waitForMail(service: TestService, email: string, nth = 1): Promise<MailFile> {
  let mails: MailFile[] = [];
  await until(`mail ${nth} to ${email} is there`, async () => {
    mails = await mailFilesTo(service, email);
    return mails.length >= nth;
  });
  const mail = mails[nth - 1];
  if (mail === undefined) throw new Error('No mail.');
  return mail;
}

/** The secret behind the `#` of a link to a page. */
export function linkTokenIn(mail: MailFile, page: string): string {
  const token = new RegExp(`/dashboard/${page}#([\\w-]{43})`).exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`No link to ${page} in: ${mail.text}`);
  return token;
}

/** Every registrant gets it: that a test is about other mails is the rule. */
const question = 'Confirm your email address for ';

/** Without those that ask a registrant to confirm the address. */
export async function mailFilesTo(service: TestService, email: string): Promise<MailFile[]> {
  const mails = await allMailFilesTo(service, email);
  return mails.filter(({ subject }) => !subject.startsWith(question));
}

/** Those that ask a registrant to confirm the address, in their order. */
export async function questionFilesTo(service: TestService, email: string): Promise<MailFile[]> {
  const mails = await allMailFilesTo(service, email);
  return mails.filter(({ subject }) => subject.startsWith(question));
}

async function allMailFilesTo(service: TestService, email: string): Promise<MailFile[]> {
  const directory = join(service.config.dataDir, 'mail');
  const files = await readdir(directory).catch(() => []);
  const mails: MailFile[] = [];
  for (const file of files.filter((name) => name.endsWith('.eml')).sort()) {
    const text = await readFile(join(directory, file), 'utf8');
    if (!text.includes(`To: ${email}`)) continue;
    const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
    mails.push({ subject, text: text.replaceAll('=\r\n', '').replaceAll('=\n', '') });
  }
  return mails;
}
