/** As many edits as one request takes (`limits.batchEditsMax` of the contract). */
export const editsMax = 1_000;
