import { readInstance } from "./instance.ts"
import { apiSidebar } from "./reference/apiPages.ts"
import { readReferences } from "./reference/references.ts"

/** A kit's check pages: the page that lists the groups, and one for each, in the order of the kit. */
const checks = (kit: string, readers: string, groups: ReadonlyArray<string>) => ({
  label: `What ${kit} checks`,
  collapsed: true,
  items: [
    { label: "All groups", link: `/${readers}/checks/` },
    ...groups.map((group) => ({ label: group.toUpperCase(), link: `/${readers}/checks/${group}/` }))
  ]
})

/** The pages of an API, by its document's name. */
const reference = (name: string) =>
  readReferences()
    .filter(({ api }) => api.name === name)
    .map(apiSidebar)

/**
 * The pages of each audience in reading order. A listed page that is missing fails the build; each audience's first page is where
 * its first hour begins.
 */
export const sidebar = [
  {
    label: "Partners",
    items: [
      "partners",
      {
        label: "First hour",
        items: [
          "start/first-call-and-webhook",
          "start/your-own-product",
          "partners/your-own-page",
          {
            label: "Its files",
            collapsed: true,
            items: ["python", "typescript", "java"].map((language) => `partners/your-own-page-${language}`)
          },
          "start/keys-and-products",
          "partners/embedding"
        ]
      },
      {
        label: "Build",
        items: [
          "partners/sdk",
          "partners/embed-screens",
          "partners/onboarding-sessions",
          "partners/intents",
          "partners/employer-issues",
          "partners/when-completion-is-late",
          "partners/idempotency",
          "partners/pagination-and-limits",
          "partners/payroll-field-names",
          "partners/wattle-payroll"
        ]
      },
      {
        label: "Webhooks",
        items: [
          "partners/webhooks",
          "partners/verify-webhooks",
          "partners/verify-in-frameworks",
          "reference/events",
          "partners/test-webhooks",
          "partners/check-your-receiver",
          checks("partner-check", "partners", [
            "signature",
            "rotation",
            "answer",
            "unknown",
            "callback",
            "order",
            "duplicate",
            "privacy",
            "burst"
          ])
        ]
      },
      {
        label: "Try and go live",
        items: ["partners/sandbox", "partners/go-live", "partners/help-and-status"]
      },
      {
        label: "Reference",
        items: [
          ...reference("partner-api"),
          "errors",
          "reference/issue-kinds",
          "reference/embed-messages",
          "glossary",
          "changelog",
          "developers/versioning"
        ]
      }
    ]
  },
  {
    label: "Funds",
    items: [
      "funds/overview",
      { label: "First hour", items: ["funds/first-registration", "funds/run-the-simulator"] },
      {
        label: "Build",
        items: [
          "funds/member-registration",
          "funds/employer-lookup",
          "funds/employer-list",
          "funds/employer-details",
          "funds/authentication",
          "funds/when-calls-wait-or-stop",
          "funds/numbers"
        ]
      },
      {
        label: "Check and go live",
        items: [
          "funds/check-your-endpoint",
          checks("fund-check", "funds", [
            "call",
            "version",
            "tls",
            "transport",
            "auth",
            "schema",
            "lookup",
            "register",
            "details",
            "errors",
            "privacy",
            "list",
            "limits",
            "time"
          ]),
          "funds/go-live"
        ]
      },
      { label: "Reference", items: [...reference("fund-api"), "reference/files", "developers/versioning"] }
    ]
  },
  {
    label: "Developers",
    items: [
      "developers",
      { label: "First hour", items: ["developers/generate-a-client", "developers/workbench"] },
      { label: "Test", items: ["developers/scenes", "developers/run-the-workflows", "reference/workflows"] },
      { label: "Keep up", items: ["developers/versioning"] },
      { label: "Reference", items: [...reference("simulator-api")] }
    ]
  },
  {
    label: "Operators",
    items: [
      "operators",
      { label: "First hour", items: ["operators/run-it"] },
      {
        label: "Run",
        items: [
          "operators/database",
          "operators/cluster",
          "operators/scale-and-capacity",
          "operators/your-docs"
        ]
      },
      {
        label: "Watch",
        items: [
          "operators/questions",
          "operators/watch-it",
          "operators/operator-events",
          "operators/log-lines",
          "operators/traces"
        ]
      },
      { label: "Keep", items: ["operators/back-up", "operators/audit", "operators/security-and-privacy"] }
    ]
  },
  ...(readInstance() === undefined ? [] : [{ label: "Who operates it", items: ["operator"] }]),
  {
    label: "How it is proven",
    items: ["reference/requirements", "decisions", "reference/figures"]
  }
]
