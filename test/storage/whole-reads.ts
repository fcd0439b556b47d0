/** Queries that read all rows of a table that can be large, each with the reason. */

const verification = 'ledger verify reads everything, page by page';
const command = 'a command of an operator';
const firstRow = 'stops at the first row';
const metrics = 'finished jobs are deleted, so all are those that wait; for metrics';
const cleanUp = 'a periodic clean-up in the background';
const wholeWorkspace = 'all domains of a workspace, which may be most of the table';
const wholeZones = 'changes or counts all zones on purpose, which is rare';

export const wholeReads: Readonly<Record<string, string>> = {
  countByKind: metrics,
  countByRetry: metrics,
  countCatalog: wholeZones,
  countHeldDomains: 'the release guard counts domains, usually up to a limit',
  countLedgerEntries: verification,
  countDnssecProblems: metrics,
  countDocuments: wholeWorkspace,
  countZones: wholeZones,
  deleteOldSessions: cleanUp,
  dropJournals: wholeZones,
  findAnyDomain: firstRow,
  findAnyRecord: firstRow,
  findAnyUser: firstRow,
  findAnyWorkspace: firstRow,
  findDomainOnNameservers: 'at the start of a production deployment without nameservers',
  findErasure: firstRow,
  findFirstKey: firstRow,
  findOldestByKind: metrics,
  findTestTopUp: 'only at the start of a deployment that has not stored its mode',
  listAccounts: verification,
  listAllTransfersIn: command,
  listBudgetsBehind: 'looks at every budget in case a wake-up was lost',
  listHolds: verification,
  listIdleWebhooks: 'looks at every webhook in case a wake-up was lost',
  listJobs: command,
  listLongJournals: cleanUp,
  listPaidTopUps: verification,
  listShownDomains: wholeWorkspace,
  listSigningPlaces: 'zones that are walked through at the moment: few',
  listSomeDnssecProblems: command,
  listStuckJobs: metrics,
  listStuckJobsOf: 'finished jobs are deleted, so all are those that wait',
  listUnownedWorkspaces: command,
  listWantedContacts: 'changes of owners that are not confirmed: few',
  listWorkspacesNamed: command,
  listWorkspacesWithBalance: command,
  makeSerialsDue: wholeZones,
  newestListedZone: firstRow,
  raiseAllSerials: wholeZones,
  raiseSerialFloors: wholeZones,
  readZoneChanges: 'the newest change is the last entry of its index',
  sumReceipts: verification,
};
