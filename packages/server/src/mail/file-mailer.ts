/** Without an SMTP server every mail is written atomically to an .eml file. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf } from './smtp-mailer.ts';

export function openFileMailer(directory: string): Mailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
  });
  return {
    destination: directory,
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(directory, { recursive: true });
      const name = mail.messageId.replace(/^<([^@]+)@.*$/, '$1');
      const path = join(directory, `${name}.eml`);
      await writeFile(`${path}.part`, message as Buffer);
      await rename(`${path}.part`, path);
    },
    async close() {},
  };
}
