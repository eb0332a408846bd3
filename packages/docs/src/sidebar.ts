/** A kit's check pages: the page that lists the groups, and one for each, in the order of the kit. */
const checks = (kit: string, readers: string, groups: ReadonlyArray<string>) => ({
  label: `What ${kit} checks`,
  collapsed: true,
  items: [
    { label: "All groups", link: `/${readers}/checks/` },
    ...groups.map((group) => ({ label: group.toUpperCase(), link: `/${readers}/checks/${group}/` }))
  ]
})

/** The pages in reading order. A listed page that is missing fails the build. */
export const sidebar = [
  {
    label: "Start",
    items: [
      { label: "What it is", link: "/" },
      "start/first-call-and-webhook",
      "start/your-own-product",
      "start/keys-and-products"
    ]
  },
  {
    label: "For partners",
    items: [
      "partners/embedding",
      "partners/embed-screens",
      "partners/wattle-payroll",
      "partners/onboarding-sessions",
      "partners/intents",
      "partners/employer-issues",
      "partners/webhooks",
      "partners/verify-webhooks",
      "partners/test-webhooks",
      "partners/idempotency",
      "partners/pagination-and-limits",
      "partners/sandbox",
      "partners/when-completion-is-late",
      "partners/payroll-field-names",
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
      ]),
      "partners/go-live"
    ]
  },
  {
    label: "For funds",
    items: [
      "funds/overview",
      "funds/first-registration",
      "funds/member-registration",
      "funds/employer-lookup",
      "funds/employer-list",
      "funds/employer-details",
      "funds/authentication",
      "funds/run-the-simulator",
      "funds/when-calls-wait-or-stop",
      "funds/numbers",
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
  {
    label: "For developers",
    items: [
      "developers/workbench",
      "developers/scenes",
      "developers/generate-a-client",
      "developers/run-the-workflows",
      "developers/versioning"
    ]
  },
  {
    label: "For operators",
    items: [
      "operators/run-it",
      "operators/scale-and-capacity",
      "operators/back-up",
      "operators/security-and-privacy"
    ]
  },
  {
    label: "Reference",
    items: [
      { label: "Partner API", link: "/reference/partner-api/" },
      { label: "Fund API", link: "/reference/fund-api/" },
      { label: "Webhooks", link: "/reference/webhooks/" },
      { label: "Simulator API", link: "/reference/simulator-api/" },
      "errors",
      "reference/events",
      "reference/embed-messages",
      "reference/issue-kinds",
      "reference/workflows",
      "reference/files",
      "reference/requirements",
      "decisions",
      "reference/figures",
      "changelog"
    ]
  }
]
