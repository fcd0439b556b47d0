/** A website of GitHub Pages. */
import type { Template } from '@hostmaster/contract';

export const githubPages: Template = {
  id: 'github-pages',
  title: 'GitHub Pages',
  summary: 'A website on the domain and on www.',
  fields: [
    {
      name: 'user',
      label: 'User or organization',
      hint: 'The owner of the repository.',
      kind: 'label',
    },
    {
      name: 'verification',
      label: 'Verification code',
      hint: 'The value that GitHub shows when you verify the domain.',
      kind: 'token',
      optional: true,
    },
  ],
  records: [
    { type: 'A', name: '@', value: '185.199.108.153' },
    { type: 'A', name: '@', value: '185.199.109.153' },
    { type: 'A', name: '@', value: '185.199.110.153' },
    { type: 'A', name: '@', value: '185.199.111.153' },
    { type: 'AAAA', name: '@', value: '2606:50c0:8000::153' },
    { type: 'AAAA', name: '@', value: '2606:50c0:8001::153' },
    { type: 'AAAA', name: '@', value: '2606:50c0:8002::153' },
    { type: 'AAAA', name: '@', value: '2606:50c0:8003::153' },
    { type: 'CNAME', name: 'www', value: '{user}.github.io' },
    { type: 'TXT', name: '_github-pages-challenge-{user}', value: '{verification}' },
  ],
};
