/** The dashboard's page is built before the tests, once, instead of by each service they start. */
import { buildPage } from '../../packages/server/src/dashboard-page/build-page.ts';

export async function setup(): Promise<void> {
  try {
    await buildPage();
  } catch (error) {
    // Tests of the page fail by themselves; all others do without it.
    console.error('The page of the dashboard could not be built:', error);
  }
}
