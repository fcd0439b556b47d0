/** A certificate that was valid until yesterday, with its key. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export async function makeEndedCertificate(folder: string) {
  const files = { key: join(folder, 'ended.key'), certificate: join(folder, 'ended.pem') };
  const request = join(folder, 'ended.csr');
  const run = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'pipe' });
  run(
    `req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=ns1.names.example -keyout ${files.key} -out ${request}`,
  );
  run(`x509 -req -in ${request} -signkey ${files.key} -days -1 -out ${files.certificate}`);
  return files;
}
