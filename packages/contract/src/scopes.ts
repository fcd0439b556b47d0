/**
 * What a key is for. All read domains and their DNS; `dns` reads nothing else and changes records,
 * `all` does everything but what only `transfer` does.
 */
export type Scope = 'read' | 'dns' | 'all' | 'transfer';

/** The scope an endpoint needs: `any` is every key, and `read` every key but those for DNS. */
export type Need = Scope | 'any';
