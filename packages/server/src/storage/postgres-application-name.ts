/**
 * The names of connections to PostgreSQL. They end with the newest migration that the process knows, so that
 * a process can find out whether earlier versions use the same database.
 */

export const serviceSchema = 'hostmaster';
/** The name before versions were numbered. */
export const unnumberedName = 'hostmaster';

export function applicationNameOf(schema: string, newestMigration: number): string {
  return `${schema} ${String(newestMigration).padStart(4, '0')}`;
}

/** The parameters are the name without a number, and the first name that is not earlier. */
export const earlierVersionsQuery = `select 1 from pg_stat_activity
  where datname = current_database()
    and (application_name = $1
      or (application_name ~ '^hostmaster [0-9]{4}$' and application_name collate "C" < $2))
  limit 1`;
