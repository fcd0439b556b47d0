/** The dashboard's page is built before the tests, once, instead of by each service they start. */
import { buildPage } from '../../packages/server/src/dashboard-page/build-page.ts';

export async function setup(): Promise<void> {
  await buildPage();
}
