import type { Document } from "yaml"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { addOperation, addValue, deleteProperty, editSpec, renameProperty } from "./src/workspace/editSpec.ts"
import { copyWorkspace, runNode, runTypeCheck, type WorkspaceCopy } from "./src/workspace/workspaceCopy.ts"

const generator = "packages/codegen/src/main.ts"
const project = "tsconfig.guarantees.json"

interface Row {
  /** File below `specs/`, and the change to it. */
  readonly given: readonly [string, (document: Document) => void]
  /** The compiler's errors: the file of the handler, or of code that it calls, and the fault. */
  readonly want: ReadonlyArray<RegExp>
}

/** [a change of the specs, its description, the errors of the real service's type check] */
const table: ReadonlyArray<readonly [string, Row]> = [
  [
    "a request property that a handler reads is deleted (createProduct)",
    {
      given: ["schemas/products.yaml", deleteProperty("ProductCreation", "technical_contact_email")],
      want: [/partners\/Products\.ts\(\d+,\d+\): .*'technical_contact_email' does not exist on type/]
    }
  ],
  [
    "a required request property that a handler reads is deleted (createEmployer)",
    {
      given: ["schemas/employers.yaml", deleteProperty("EmployerCreation", "name")],
      want: [/employers\/employerInput\.ts\(\d+,\d+\): .*EmployerCreation/]
    }
  ],
  [
    "a request property that a handler reads is deleted (updateProduct)",
    {
      given: ["schemas/products.yaml", deleteProperty("ProductChange", "abandonment_policy")],
      want: [/partners\/Products\.ts\(\d+,\d+\): .*'abandonment_policy' does not exist on type/]
    }
  ],
  [
    "a request property that a handler reads is deleted (createOnboardingSession)",
    {
      given: [
        "schemas/onboarding-session-requests.yaml",
        deleteProperty("OnboardingSessionCreation", "employee")
      ],
      want: [/onboarding-sessions\/OnboardingSessions\.ts\(\d+,\d+\): .*'employee' does not exist on type/]
    }
  ],
  [
    "a request property that a handler reads is deleted (saveTax)",
    {
      given: ["schemas/embed-onboarding-steps.yaml", deleteProperty("EmbedTaxStep", "notice_version")],
      want: [/onboarding-sessions\/[\w/-]+\.ts\(\d+,\d+\): .*'notice_version' does not exist on type/]
    }
  ],
  [
    "a request property that a handler reads is deleted (updateEmployer)",
    {
      given: ["schemas/employers.yaml", deleteProperty("EmployerChange", "contact")],
      want: [/employers\/employerInput\.ts\(\d+,\d+\): .*EmployerChange/]
    }
  ],
  [
    "a required response property is renamed (getProduct)",
    {
      given: ["schemas/products.yaml", renameProperty("Product", "target_origins", "target_sites")],
      want: [/partners\/Products\.ts\(\d+,\d+\): .*target_(?:origins|sites)/]
    }
  ],
  [
    "a required response property is renamed (getEmployer)",
    {
      given: ["schemas/employers.yaml", renameProperty("Employer", "remote_id", "remote_identifier")],
      want: [/employers\/\w+\.ts\(\d+,\d+\): .*remote_id/]
    }
  ],
  [
    "a required response property is renamed (searchFundProducts)",
    {
      given: [
        "schemas/embed-fund-products.yaml",
        renameProperty("EmbedFundProduct", "performance_test", "performance_result")
      ],
      want: [/funds\/FundProductsRepo\.ts\(\d+,\d+\): .*performance_(?:test|result)/]
    }
  ],
  [
    "a kind of fault is added that the simulators don't play",
    {
      given: ["schemas/simulator-faults.yaml", addValue("Fault", "play", "answer_twice")],
      want: [/simulators\/kit\/src\/faults\/plays\.ts\(\d+,\d+\): .*answer_twice/]
    }
  ],
  [
    "an operation is added",
    {
      given: [
        "partner-api/paths/products.yaml",
        addOperation("/api/v1/products/{id}", "get", "delete", { operationId: "retireProduct" })
      ],
      want: [/partners\/Products\.http\.ts\(\d+,\d+\)/, /Endpoint not handled: retireProduct/]
    }
  ]
]

const plannedOperation = addOperation("/api/v1/products/{id}", "get", "delete", {
  operationId: "retireProduct",
  "x-planned": "published-contract"
})

/** Every generated file and its text. */
const contractsOf = ({ root }: WorkspaceCopy): ReadonlyMap<string, string> => {
  const folder = join(root, "packages/contracts")
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("node_modules")
  )
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [path, readFileSync(path, "utf8")]
    })
  )
}

const generate = (root: string) => {
  const noNetwork = new URL("./src/workspace/noNetwork.ts", import.meta.url)
  return runNode(root, ["--import", noNetwork.href, generator])
}

describe("code follows the specs, or the type check names the code that doesn't", () => {
  const copies: Array<WorkspaceCopy> = []
  const newCopy = (): WorkspaceCopy => {
    const copy = copyWorkspace()
    copies.push(copy)
    writeFileSync(
      join(copy.root, project),
      JSON.stringify({ extends: "./tsconfig.json", include: ["packages/service/src", "simulators/*/src"] })
    )
    return copy
  }
  afterAll(() => copies.forEach((copy) => copy.remove()))

  it("generates twice without a difference, and without the network", () => {
    const copy = newCopy()
    const committed = contractsOf(copy)
    for (let time = 1; time <= 2; time++) {
      expect(generate(copy.root)).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 written$/m) })
    }
    expect(contractsOf(copy)).toEqual(committed)
  })

  it("an operation that is planned needs no handler, and the service is sound", () => {
    const { root } = newCopy()
    editSpec(root, "partner-api/paths/products.yaml", plannedOperation)
    expect(generate(root)).toMatchObject({ code: 0 })
    expect(runTypeCheck(root, project)).toEqual({ code: 0, output: "" })
  })

  describe("what the type check says when", () => {
    // The changes are independent, so one run of the compiler reports all of them.
    let messages = ""
    beforeAll(() => {
      const { root } = newCopy()
      for (const [
        ,
        {
          given: [file, change]
        }
      ] of table)
        editSpec(root, file, change)
      const made = generate(root)
      expect(made.code, made.output).toBe(0)
      const { code, output } = runTypeCheck(root, project)
      expect(code).not.toBe(0)
      messages = output
    })

    it.each(table)("%s", (_, { want }) => {
      for (const text of want) expect(messages).toMatch(text)
    })
  })
})
