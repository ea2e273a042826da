// The layering of the project: imports point down this list only, and `npm run lint` fails on one that does not.
//   doors (cli, http, mcp, graphs) -> hindsight.ts (chooses adapters) -> agent -> memory -> ports -> domain
// Adapters of memory stores share owner-image, which ranks records held in memory and knows ports and domain only.
// Adapters implement ports; only src/backends.ts, src/checkpoints.ts, src/models.ts and src/hindsight.ts may choose one.
const below = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^(src|graphs)/", pathNot: [from, ...allowed] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    below("domain-is-pure", "^src/domain/", []),
    below("ports-know-the-domain", "^src/ports/", ["^src/domain/"]),
    below("images-rank-by-the-domain", "^src/owner-image/", ["^src/(ports|domain)/"]),
    below("settings-know-the-domain", "^src/(settings|places|chosen-checkpoints)\\.ts$", ["^src/domain/"]),
    below("memory-uses-ports", "^src/memory/", ["^src/(ports|domain)/"]),
    below("adapters-implement-ports", "^src/adapters/", ["^src/(owner-image|ports|domain)/"]),
    below("agent-uses-memory", "^src/agent/", ["^src/(memory|ports|domain)/"]),
    below(
      "root-below-doors",
      "^src/(hindsight|backends|checkpoints|doctor|health|migrate|models|sessions|work)\\.ts$",
      [
        "^src/(agent|memory|adapters|ports|domain)/",
        "^src/(settings|places|chosen-checkpoints|version|node-version|once)\\.ts$",
      ],
    ),
    {
      name: "adapters-chosen-in-one-place",
      severity: "error",
      from: {
        path: "^(src|graphs)/",
        pathNot: ["^src/adapters/", "^src/(hindsight|backends|checkpoints|models)\\.ts$"],
      },
      to: { path: "^src/adapters/" },
    },
    {
      name: "adapters-stand-apart",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/" },
      to: { path: "^src/adapters/", pathNot: "^src/adapters/$1/" },
    },
    {
      name: "domain-does-no-io",
      severity: "error",
      from: { path: "^src/domain/" },
      to: {
        path: "^(node:)?(fs|net|http|https|child_process|worker_threads)|langchain|better-sqlite3",
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
  },
};
