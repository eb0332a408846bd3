/** The one-way dependencies of the workspace: specs -> codegen -> contracts -> the rest -> docs, contract-tests -> evidence. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: `^${from}/`, pathNot: ["\\.test\\.ts$", `^${from}/test/`] },
  to: {
    path: "^(packages|simulators|contract-tests|evidence|scripts|specs)/",
    pathNot: [`^${from}/`, ...allowed.map((place) => `^${place}/`)]
  }
})

const business = "packages/service/src"

/**
 * The business folders of the service, lowest first, and the business folders that each may import: only ones that stand
 * above it in this table. All of them may import `platform` and `personal-data`; nothing imports the files beside the
 * folders (services, routes, workers), which connect them. What a folder needs of a later one reaches it by a port that
 * it declares itself: `funds/calls/DurableOperations`, `embed-sessions/EmbedSessions` (`EmbedOpenings`), `onboarding-sessions/SessionEndings` (`OriginalIntents`).
 */
const mayImport = {
  platform: [],
  "personal-data": ["platform"],
  ato: [],
  funds: [],
  webhooks: [],
  "embed-sessions": [],
  "embed-drafts": [],
  employees: [],
  "employer-issues": ["webhooks"],
  "employer-lists": ["funds"],
  employers: ["ato", "funds", "webhooks", "embed-sessions", "embed-drafts", "employer-issues"],
  partners: ["funds", "webhooks", "employers"],
  stapling: ["ato", "employers"],
  "employer-details": ["funds", "embed-drafts", "employer-lists", "employers"],
  "default-activate": ["funds", "embed-sessions", "employer-lists", "employers", "employer-details"],
  "onboarding-sessions": [
    "ato",
    "funds",
    "webhooks",
    "embed-sessions",
    "embed-drafts",
    "employees",
    "employer-issues",
    "employers",
    "stapling"
  ],
  "onboarding-session-intents": [
    "webhooks",
    "embed-sessions",
    "embed-drafts",
    "employers",
    "onboarding-sessions"
  ],
  "employee-api": ["funds", "employees", "onboarding-sessions"],
  "employer-api": [
    "embed-sessions",
    "employers",
    "employer-details",
    "default-activate",
    "onboarding-session-intents"
  ],
  sandbox: [
    "embed-sessions",
    "employer-issues",
    "employers",
    "employer-details",
    "default-activate",
    "onboarding-sessions",
    "onboarding-session-intents"
  ],
  people: ["onboarding-sessions"],
  seed: ["funds", "webhooks", "employer-lists", "partners"],
  about: ["funds", "webhooks"],
  restore: ["funds", "onboarding-sessions"],
  lookup: [],
  operations: ["funds", "webhooks", "employer-lists"],
  status: ["funds", "webhooks", "employer-lists", "onboarding-sessions", "operations"],
  workbench: [
    "ato",
    "funds",
    "webhooks",
    "embed-sessions",
    "employees",
    "employer-issues",
    "employer-lists",
    "employers",
    "partners",
    "employer-details",
    "onboarding-sessions",
    "onboarding-session-intents",
    "sandbox"
  ],
  commands: []
}

const folders = Object.keys(mayImport)
for (const [folder, allowed] of Object.entries(mayImport)) {
  const later = allowed.filter((other) => folders.indexOf(other) >= folders.indexOf(folder))
  if (later.length > 0)
    throw new Error(`${folder} may not import ${later.join()}: that is below it in the table`)
}

/** What every business folder may import besides. */
const below = (folder) =>
  folder === "platform" || folder === "personal-data" ? [] : ["platform", "personal-data"]

const businessFolders = folders
  .filter((folder) => folder !== "commands")
  .map((folder) => ({
    name: `folder-${folder}`,
    comment: `The table in .dependency-cruiser.cjs says what ${folder} may import.`,
    severity: "error",
    from: { path: `^${business}/${folder}/`, pathNot: "\\.test\\.ts$" },
    to: {
      path: `^${business}/`,
      pathNot: [folder, ...below(folder), ...mayImport[folder]].map((name) => `^${business}/${name}/`)
    }
  }))

module.exports = {
  forbidden: [
    ...businessFolders,
    {
      name: "folder-without-a-row",
      comment: "A new business folder gets its row in the table in .dependency-cruiser.cjs.",
      severity: "error",
      from: {
        path: `^${business}/[^/]+/`,
        // What evidence and contract tests may import of the service.
        pathNot: [...folders, "exports"].map((folder) => `^${business}/${folder}/`)
      },
      to: {}
    },
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }
    },
    {
      name: "contracts-import-effect-only",
      comment: "Contracts are safe to import anywhere.",
      severity: "error",
      from: { path: "^packages/contracts/" },
      to: { pathNot: ["^packages/contracts/", "node_modules/effect/"] }
    },
    only(
      "codegen-stands-first",
      "packages/codegen",
      [],
      "codegen reads specs as files and imports nothing of ours."
    ),
    only(
      "changes-know-documents-alone",
      "packages/specs/src/changes",
      [],
      "It compares documents, and doesn't depend on what made them."
    ),
    only(
      "manners-know-no-api",
      "packages/http-manners",
      [],
      "It serves any HttpApi, and knows none of ours."
    ),
    only(
      "rules-know-no-service",
      "packages/rules",
      ["packages/contracts", "packages/http-manners", "packages/program"],
      "The service and the kits judge funds, sign webhooks and take files by the same code, and it knows neither."
    ),
    only(
      "program-stands-alone",
      "packages/program",
      // The types of the calls that `testing/walk` makes.
      ["packages/contracts"],
      "Every program shares it, and it knows none of them."
    ),
    {
      name: "no-database-in-the-service",
      comment:
        "The service takes any PostgreSQL by DATABASE_URL. The one from npm is for start, admin beside it and the tests.",
      severity: "error",
      from: { path: "^(packages|simulators)/", pathNot: ["\\.test\\.ts$", "/test/", "^packages/program/"] },
      to: { path: "^packages/program/src/postgres/" }
    },
    only("tokens-stand-alone", "packages/pages/src/tokens", [], "Every page uses them, and they know none."),
    only(
      "pages-stand-below-programs",
      "packages/pages",
      ["packages/contracts", "packages/http-manners"],
      "The service, the simulators and the kits share them, and they know none of them."
    ),
    only(
      "embed-imports-contracts",
      "packages/embed",
      ["packages/contracts", "packages/pages/src/tokens"],
      "The frame knows the service by its contract only."
    ),
    {
      name: "frame-without-effect",
      comment:
        "A phone loads the frame; Effect's core alone would be a quarter of its budget (D-embed-frame).",
      severity: "error",
      from: { path: "^packages/embed/src/" },
      to: { path: "node_modules/effect/" }
    },
    only(
      "service-imports-contracts",
      "packages/service",
      [
        // `admin fund check` and the Workbench run a kit as a function, and load it only then.
        "packages/check",
        "packages/contracts",
        "packages/rules",
        "packages/http-manners",
        "packages/program",
        "packages/pages"
      ],
      "The service never imports a simulator, the SDK or the embedded database."
    ),
    only(
      "sdk-imports-contracts",
      "packages/partner-sdk",
      ["packages/contracts"],
      "Partners install the SDK alone."
    ),
    only(
      "mock-stands-alone",
      "packages/partner-sdk/src/mock",
      ["packages/contracts"],
      "The partner kit plays it, and with it would import the rest of the SDK."
    ),
    only("specs-import-contracts", "packages/specs", ["packages/contracts"], "It publishes documents."),
    only(
      "simulator-kit",
      "simulators/kit",
      ["packages/contracts", "packages/http-manners", "packages/program", "packages/pages"],
      "What both simulators share."
    ),
    only(
      "fund-simulator",
      "simulators/fund",
      [
        // Its page runs the kit against itself, and loads it only then; the packed simulator holds none.
        "packages/check",
        "packages/contracts",
        "packages/http-manners",
        // To pack it.
        "packages/program",
        "packages/pages",
        "simulators/kit"
      ],
      "A fund's engineer runs it without the service."
    ),
    only(
      "partner-simulator",
      "simulators/partner",
      [
        "packages/contracts",
        "packages/pages",
        "packages/http-manners",
        "packages/partner-sdk",
        "simulators/kit"
      ],
      "A partner uses the SDK, never the service's insides."
    ),
    only(
      "examples",
      "examples",
      ["packages/partner-sdk"],
      "A partner copies the folder, and installs the SDK alone."
    ),
    only(
      "check",
      "packages/check",
      [
        "packages/contracts",
        "packages/pages",
        "packages/rules",
        "packages/http-manners",
        "packages/program",
        // The kit plays this partner API. It judges how a partner calls it and how a partner verifies webhooks, perhaps with
        // the SDK: so it must not verify by the SDK's own code.
        "packages/partner-sdk/src/mock"
      ],
      "Engineers of funds and partners run it without the service. It shares no code with the simulators that it checks, and only the mock with the SDK."
    ),
    ...["fund", "partner"].map((side) => ({
      name: `check-of-${side}s-apart`,
      comment: "What both kits share knows neither funds nor partners, and neither kit knows the other.",
      severity: "error",
      from: { path: "^packages/check/src/", pathNot: `^packages/check/src/${side}/` },
      to: { path: `^packages/check/src/${side}/` }
    })),
    {
      name: "programs-end-alike",
      comment: "A program is run by packages/program/src/runMain.ts, which prints a defect and exits 70.",
      severity: "error",
      from: { pathNot: ["/test/", "^packages/program/", "^evidence/"] },
      to: { path: "/NodeRuntime[.]" }
    },
    {
      name: "no-tests-in-code",
      comment: "Code never imports a test, or what a package exports for tests alone (`src/testing`).",
      severity: "error",
      from: {
        pathNot: [
          "\\.test\\.ts$",
          "/test/",
          "/src/testing/",
          "^contract-tests/",
          "^evidence/",
          "^scripts/",
          "^vitest(\\.long)?\\.config\\.ts$"
        ]
      },
      to: { path: ["\\.test\\.ts$", "/test/", "/src/testing/"], pathNot: ["node_modules"] }
    },
    {
      name: "by-exports-alone",
      comment:
        "Tests of several programs, evidence and scripts import a package by its exports (package.json), never by a path into it.",
      severity: "error",
      from: { path: "^(contract-tests|evidence|scripts)/" },
      to: {
        path: "^(packages|simulators|contract-tests|evidence|scripts)/",
        pathNot: "^$1/",
        // A relative path. An import by a package's name is "undetermined": the name leads out of node_modules.
        dependencyTypes: ["local"]
      }
    },
    {
      name: "packages-know-no-scripts",
      comment: "Not even their tests: what both need is in packages/program.",
      severity: "error",
      from: { path: "^(packages|simulators)/" },
      to: { path: "^(contract-tests|scripts)/" }
    },
    {
      name: "nothing-imports-evidence",
      comment: "It can be left shut, and deleted.",
      severity: "error",
      from: { pathNot: "^evidence/" },
      to: { path: "^evidence/" }
    },
    {
      name: "nothing-undeclared",
      comment: "Every import is declared in the package that makes it.",
      severity: "error",
      from: {},
      to: {
        dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"],
        // The root's own: beside codegen's TypeScript it would be a second vitest, which finds no runner.
        pathNot: "node_modules/vitest/"
      }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // `astro:` modules are made by the docs' builder, and so is what it writes.
    exclude: {
      path: "^(?!.*node_modules/).*(^|/)(dist|[.]astro|[.]pages)/|^contract-tests/src/clients/calls/|^astro:"
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"]
    }
  }
}
