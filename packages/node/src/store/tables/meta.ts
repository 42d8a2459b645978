/** The migrations that this database went through. */
export interface MigrationsTable {
  name: string;
  applied_at: number;
}

/** Single values of this node: `installed_at`, `index_version` … */
export interface MetaTable {
  key: string;
  value: string;
}
