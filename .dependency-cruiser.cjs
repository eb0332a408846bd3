/** The one-way dependencies of the workspace: specs -> codegen -> contracts -> the rest -> contract-tests, docs. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: `^${from}/`, pathNot: ["\\.test\\.ts$", `^${from}/test/`] },
  to: {
    path: "^(packages|simulators|contract-tests|scripts|specs)/",
    pathNot: [`^${from}/`, ...allowed.map((place) => `^${place}/`)]
  }
})

module.exports = {
  forbidden: [
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
      "packages/change-control",
      [],
      "It compares documents, whoever made them."
    ),
    only("manners-know-no-api", "packages/http-manners", [], "Manners hold for any HttpApi."),
    only("program-stands-alone", "packages/program", [], "What every program shares knows none of them."),
    only(
      "embedded-postgres-stands-alone",
      "packages/embedded-postgres",
      ["packages/program"],
      "It brings a database to start and the tests, and knows nothing of what is in it."
    ),
    only(
      "service-imports-contracts",
      "packages/service",
      ["packages/contracts", "packages/http-manners", "packages/program"],
      "The service never imports a simulator, a kit, the SDK or the embedded database."
    ),
    {
      name: "funds-import-no-business",
      comment: "What funds need of the business comes by the port funds/calls/DurableOperations.ts.",
      severity: "error",
      from: { path: "^packages/service/src/funds/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^packages/service/src/",
        pathNot: ["^packages/service/src/(funds|platform|personal-data)/"]
      }
    },
    only(
      "sdk-imports-contracts",
      "packages/partner-sdk",
      ["packages/contracts"],
      "Partners install the SDK alone."
    ),
    only("specs-import-contracts", "packages/specs", ["packages/contracts"], "It publishes documents."),
    only(
      "simulator-kit",
      "simulators/kit",
      ["packages/contracts", "packages/http-manners"],
      "What both simulators share."
    ),
    only(
      "fund-simulator",
      "simulators/fund",
      ["packages/contracts", "packages/http-manners", "simulators/kit"],
      "A fund's engineer runs it without the service."
    ),
    only(
      "partner-simulator",
      "simulators/partner",
      ["packages/contracts", "packages/http-manners", "packages/partner-sdk", "simulators/kit"],
      "A partner uses the SDK, never the service's insides."
    ),
    {
      name: "no-tests-in-code",
      comment: "Code never imports a test.",
      severity: "error",
      from: {
        pathNot: ["\\.test\\.ts$", "/test/", "^contract-tests/", "^scripts/", "^vitest\\.config\\.ts$"]
      },
      to: { path: ["\\.test\\.ts$", "/test/"], pathNot: ["node_modules"] }
    },
    {
      name: "nothing-undeclared",
      comment: "Every import is declared in the package that makes it.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // `astro:` modules are made by the docs' builder, and so is what it writes.
    exclude: { path: "(^|/)(dist|[.]astro|[.]pages)/|^contract-tests/src/clients/calls/|^astro:" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"]
    }
  }
}
