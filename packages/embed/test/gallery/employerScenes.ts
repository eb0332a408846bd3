import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

type View = Schemas["EmbedEmployerAnswer"]
type Matches = Schemas["EmbedEmployerMatchesAnswer"]

const opened = example<object>("openEmbed", "employer", 201)
const fresh = example<View>("getEmployerSettings", "new")
const chosen = example<View>("getEmployerSettings", "with_default_fund")
const match = example<Matches>("getEmployerMatches", "match")
const declined = example<Matches>("declineMatch", "none_left")
const noMatch = example<Matches>("getEmployerMatches", "no_match")
const connecting = example<View>("saveAtoConnection", "saved")
const connected = example<View>("checkAtoConnection", "connected")
const automated = example<View>("saveAutomations", "turned_on")
const details = example<Schemas["EmbedEmployerDetailsFormAnswer"]>("getEmployerDetailsForm", "empty")
const products = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_settings")

const base = {
  "POST /embed-sessions": opened,
  "GET /employer": fresh,
  "GET /employer/matches": match,
  "GET /fund-products": products,
  "PATCH /employer/details/draft": example<object>("draftEmployerDetails", "saved")
}

/** The matches, with a second fund. */
const twoMatches = (): Matches => {
  const [one] = match.data.matches
  const other = {
    ...one!,
    id: "01a1fb67-1800-7000-8000-0000000000c2",
    fund_product: { ...one!.fund_product, fund_name: "Grevillea Super", name: "Grevillea MySuper" },
    message: "You already pay your team's super to Grevillea."
  }
  return { ...match, data: { ...match.data, matches: [one!, other] } }
}

/** A view with other members. */
const altered = (view: View, change: (view: View["data"]) => void): View => {
  const copy = structuredClone(view)
  change(copy.data)
  return copy
}

const pending = altered(chosen, (view) => {
  view.employer_details_pending = true
})

export const employerScenes: ReadonlyArray<Scene> = [
  { name: "employer-match", app: "super_settings", answers: base },
  {
    name: "employer-match-confirmed",
    app: "super_settings",
    answers: {
      ...base,
      // Until the partner has the webhook, the summary asks again.
      "GET /employer": () => chosen,
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: chosen
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByText("Saved", { exact: true }).waitFor()
    }
  },
  {
    name: "employer-match-details-loading",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer/details": "never",
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: pending
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByText("Getting the fund's questions").waitFor()
    }
  },
  {
    name: "employer-looking",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": "never" },
    steps: (page) => page.getByText("Checking if a fund").waitFor()
  },
  {
    name: "employer-match-terms-changed",
    app: "super_settings",
    answers: {
      ...base,
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: {
        status: 422,
        code: "validation_failed",
        errors: [{ in: "body", pointer: "#/accepted_terms_versions", code: "required", detail: "-" }]
      }
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-matches",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": twoMatches() }
  },
  {
    name: "employer-matches-none-chosen",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": twoMatches() },
    steps: async (page) => {
      await page.getByRole("button", { name: "Use this fund" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-decline",
    app: "super_settings",
    answers: base,
    steps: (page) => page.getByRole("button", { name: "Not us" }).click()
  },
  {
    name: "employer-decline-none-chosen",
    app: "super_settings",
    answers: base,
    steps: async (page) => {
      await page.getByRole("button", { name: "Not us" }).click()
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-decline-all",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": twoMatches() },
    steps: (page) => page.getByRole("button", { name: "None of these" }).click()
  },
  {
    name: "employer-declined",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": declined }
  },
  {
    name: "employer-decline-undone",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer/matches": declined,
      [`DELETE /employer/matches/${match.data.matches[0]!.id}/decline`]: match
    },
    steps: async (page) => {
      await page.getByRole("button", { name: "Undo Banksia Super" }).click()
      await page.getByRole("button", { name: "Yes, use Banksia Super" }).waitFor()
    }
  },
  {
    name: "employer-search",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": noMatch }
  },
  {
    name: "employer-search-none-chosen",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": noMatch },
    steps: async (page) => {
      await page.getByRole("button", { name: "Use this fund" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-search-not-offered",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer/matches": noMatch,
      "GET /fund-products": (_, url) =>
        url.searchParams.has("query")
          ? {
              ...products,
              data: [],
              not_offered: [{ name: "Boronia Super, Boronia Choice", reason: "not_mysuper" }]
            }
          : products
    },
    steps: async (page) => {
      await page.getByRole("searchbox").fill("boronia")
      await page.getByText("isn't MySuper").waitFor()
    }
  },
  {
    name: "employer-search-kept",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer/matches": noMatch,
      "GET /fund-products": (_, url) => (url.searchParams.has("query") ? { ...products, data: [] } : products)
    },
    steps: async (page) => {
      const [first] = products.data
      await page.getByRole("radio").first().check()
      await page.getByRole("searchbox").fill("zzz")
      await page.getByText("No fund matches").waitFor()
      await page.getByRole("radio", { name: first!.fund_name, checked: true }).waitFor()
    }
  },
  {
    name: "employer-settings",
    app: "super_settings",
    answers: { ...base, "GET /employer": chosen }
  },
  {
    name: "employer-settings-automated",
    app: "super_settings",
    answers: { ...base, "GET /employer": automated }
  },
  {
    name: "employer-settings-without-ato",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer": altered(chosen, (view) => {
        view.sandboxed = false
        view.ato_connection = {
          status: "not_connected",
          is_available: false,
          access_manager_url: view.ato_connection.access_manager_url
        }
      })
    }
  },
  {
    name: "employer-settings-fund-closed",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer": altered(chosen, (view) => {
        view.default_fund!.is_still_suitable = false
        view.steps.find(({ step }) => step === "default_fund")!.status = "warning"
        view.onboarding_status = "error"
        view.is_committed = true
      })
    }
  },
  {
    name: "employer-details",
    app: "super_settings",
    answers: { ...base, "GET /employer": pending, "GET /employer/details": details },
    steps: (page) => page.getByRole("textbox").first().waitFor()
  },
  {
    name: "employer-details-missing",
    app: "super_settings",
    answers: { ...base, "GET /employer": pending, "GET /employer/details": details },
    steps: async (page) => {
      await page.getByRole("textbox").first().waitFor()
      await page.getByRole("button", { name: /^Send to/ }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-ato-who",
    app: "super_settings",
    answers: { ...base, "GET /employer": chosen },
    steps: (page) => page.getByRole("button", { name: /^Connect/ }).click()
  },
  {
    name: "employer-ato-agent-missing",
    app: "super_settings",
    answers: { ...base, "GET /employer": chosen },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Connect/ }).click()
      await page.getByLabel("My tax or BAS agent").check()
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-ato-connect",
    app: "super_settings",
    answers: { ...base, "GET /employer": connecting },
    steps: (page) => page.getByRole("button", { name: /^Connect/ }).click()
  },
  {
    name: "employer-ato-lapsed",
    app: "super_settings",
    answers: {
      ...base,
      "GET /employer": altered(connecting, (view) => {
        view.ato_connection.status = "lapsed"
      })
    },
    steps: (page) => page.getByRole("button", { name: /^Connect/ }).click()
  },
  {
    name: "employer-ato-connected",
    app: "super_settings",
    answers: { ...base, "GET /employer": connecting, "POST /employer/ato-connection/checks": connected },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Connect/ }).click()
      await page.getByRole("button", { name: "Check connection" }).click()
      await page.getByRole("heading", { name: "Connected to the ATO" }).waitFor()
    }
  },
  {
    name: "employer-automations",
    app: "super_settings",
    answers: { ...base, "GET /employer": connected },
    steps: (page) => page.getByRole("button", { name: /^Choose automations/ }).click()
  },
  {
    name: "employer-changed-elsewhere",
    app: "super_settings",
    answers: {
      ...base,
      // The opening has the view before the change; a poll after it gets the newest.
      "GET /employer": () => chosen,
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: {
        status: 412,
        code: "view_changed",
        view: chosen.data
      }
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByText("in another window").waitFor()
    }
  },
  {
    name: "refused-expired",
    app: "super_settings",
    answers: { "POST /embed-sessions": example<object>("openEmbed", "embed_url_expired", 401) }
  },
  {
    name: "refused-used",
    app: "super_settings",
    answers: { "POST /embed-sessions": example<object>("openEmbed", "embed_url_used", 401) }
  },
  {
    name: "refused-invalid",
    app: "super_settings",
    answers: { "POST /embed-sessions": example<object>("openEmbed", "embed_url_invalid", 401) }
  }
]
