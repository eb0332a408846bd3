/**
 * The employer embed: default fund, ATO connection, automations. `screens.ts` says which screen a view shows; each
 * screen is a file here.
 */
import { useEffect, useState } from "preact/hooks"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/Frame.tsx"
import { Busy } from "../parts/Notice.tsx"
// The build takes those of the page's language.
import { employerWords } from "../texts/en/index.ts"
import { AtoConnectScreen } from "./AtoConnectScreen.tsx"
import { AtoWhoScreen } from "./AtoWhoScreen.tsx"
import { AutomationsScreen } from "./AutomationsScreen.tsx"
import { DeclineScreen } from "./DeclineScreen.tsx"
import { DefaultFundScreen } from "./DefaultFundScreen.tsx"
import { DetailsScreen } from "./DetailsScreen.tsx"
import { EmployerScreen } from "./EmployerScreen.tsx"
import { MatchesScreen, MatchScreen } from "./MatchesScreen.tsx"
import { type EmployerView, type Match, type Matches, screenOf } from "./screens.ts"
import { SettingsScreen } from "./SettingsScreen.tsx"

/** The matches if the call fails: the employer then searches for a fund. */
const NONE = { matches: [], declined: [] }

/** Chooses the screen, and keeps what only the screens of Default Activate share: the matches, the declined one. */
const EmployerApp = ({ view }: { readonly view: EmployerView }) => {
  const words = useWords().employer
  const embed = useEmbed<EmployerView>()
  const { place } = useStateOf(embed)
  const [found, setFound] = useState<Matches>()
  const [declining, setDeclining] = useState<ReadonlyArray<Match>>()
  const [fundBefore] = useState(view.default_fund?.fund_product.id)
  useEffect(() => {
    void embed
      .read((api) => api.GET("/embed-api/v1/employer/matches"))
      .then((answer) => setFound(answer?.data ?? NONE))
  }, [])
  const decline = (those: ReadonlyArray<Match>) => {
    setDeclining(those)
    embed.go("decline")
  }
  const matches = found?.matches
  const isDeclining = ({ id }: Match) => declining?.some((match) => match.id === id) ?? true
  const [first] = matches ?? []
  const fund = view.default_fund?.fund_product
  /** Set in this window: what "Yes" did is said once more, on the screens that follow it. */
  const chosen = fund === undefined || fund.id === fundBefore ? undefined : fund.fund_name
  switch (screenOf(view, place, matches)) {
    case "looking":
      return (
        <EmployerScreen id="looking" title={words.title(view.name)} isLoading>
          <Busy>{words.looking}</Busy>
        </EmployerScreen>
      )
    case "match":
      return <MatchScreen view={view} match={first!} decline={() => decline([first!])} />
    case "matches":
      return <MatchesScreen view={view} matches={matches!} decline={() => decline(matches!)} />
    case "decline":
      return <DeclineScreen matches={matches!.filter(isDeclining)} changed={setFound} />
    case "default_fund":
      return <DefaultFundScreen view={view} declined={found?.declined ?? []} changed={setFound} />
    case "details":
      return <DetailsScreen view={view} chosen={chosen} />
    case "ato_who":
      return <AtoWhoScreen view={view} />
    case "ato_connect":
      return <AtoConnectScreen view={view} />
    case "automations":
      return <AutomationsScreen view={view} />
    case "settings":
      return <SettingsScreen view={view} chosen={chosen} />
  }
}

const embed = makeEmbed<EmployerView>({
  app: "super_settings",
  viewIn: (view) => ("ato_connection" in view ? view : undefined),
  fetchView: (api, params) => api.GET("/embed-api/v1/employer", { params: { ...params } }),
  viewChanged: (host, view, before) => {
    if (before === undefined || view.revision === before.revision) {
      if (before?.is_committed === false && view.is_committed) host.post("employerSettingsCommitted", {})
      return
    }
    host.post("employerSettingsUpdated", {})
    if (view.is_committed) host.post("employerSettingsCommitted", {})
  }
})

void mount(embed, (view) => <EmployerApp view={view} />, employerWords)
