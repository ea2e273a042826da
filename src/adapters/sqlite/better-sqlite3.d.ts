// The package's own declarations cannot be found through its `exports`; this is the part of its API we use.
declare module "better-sqlite3" {
  export interface RunResult {
    changes: number;
    lastInsertRowid: number | bigint;
  }

  export interface Statement<Row = unknown> {
    run(...parameters: unknown[]): RunResult;
    get(...parameters: unknown[]): Row | undefined;
    all(...parameters: unknown[]): Row[];
    iterate(...parameters: unknown[]): IterableIterator<Row>;
    /** Rows as their first column. */
    pluck(on?: boolean): this;
    /** Rows as arrays. */
    raw(on?: boolean): this;
  }

  export interface Transaction<F extends (...parameters: never[]) => unknown> {
    deferred(...parameters: Parameters<F>): ReturnType<F>;
    immediate(...parameters: Parameters<F>): ReturnType<F>;
    exclusive(...parameters: Parameters<F>): ReturnType<F>;
  }

  export interface Database {
    readonly open: boolean;
    readonly inTransaction: boolean;
    prepare<Row = unknown>(sql: string): Statement<Row>;
    transaction<F extends (...parameters: never[]) => unknown>(body: F): Transaction<F>;
    exec(sql: string): this;
    pragma(sql: string, options?: { simple?: boolean }): unknown;
    close(): this;
  }

  export interface Options {
    fileMustExist?: boolean;
    /** Milliseconds to wait for another connection's lock. */
    timeout?: number;
  }

  const Constructor: new (filename: string, options?: Options) => Database;
  export default Constructor;
}
