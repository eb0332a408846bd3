import { useEffect, useState } from "preact/hooks"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { AtoConnectScreen } from "./AtoConnectScreen.tsx"
import { AtoWhoScreen } from "./AtoWhoScreen.tsx"
import { AutomationsScreen } from "./AutomationsScreen.tsx"
import { DeclineScreen } from "./DeclineScreen.tsx"
import { DefaultFundScreen } from "./DefaultFundScreen.tsx"
import { DetailsScreen } from "./DetailsScreen.tsx"
import { MatchesScreen } from "./MatchesScreen.tsx"
import { MatchScreen } from "./MatchScreen.tsx"
import { type EmployerView, type Match, screenOf } from "./screens.ts"
import { SettingsScreen } from "./SettingsScreen.tsx"

/** Chooses the screen, and keeps what only the screens of Default Activate share: the matches, the declined one. */
export const EmployerApp = ({ view }: { readonly view: EmployerView }) => {
  const words = useWords().employer
  const embed = useEmbed<EmployerView>()
  const { place } = useStateOf(embed)
  const [matches, setMatches] = useState<ReadonlyArray<Match>>()
  const [declined, setDeclined] = useState<Match>()
  useEffect(() => {
    void embed
      .read((api) => api.GET("/embed-api/v1/employer/matches"))
      .then((found) => setMatches(found?.data.matches ?? []))
  }, [])
  const decline = (match: Match) => {
    setDeclined(match)
    embed.go("decline")
  }
  const [first] = matches ?? []
  switch (screenOf(view, place, matches)) {
    case "looking":
      return (
        <Screen id="looking" title={words.title(view.name)}>
          <p role="status">{words.looking}</p>
        </Screen>
      )
    case "match":
      return <MatchScreen view={view} match={first!} decline={decline} />
    case "matches":
      return <MatchesScreen view={view} matches={matches!} decline={decline} />
    case "decline":
      return <DeclineScreen match={declined ?? first!} declined={setMatches} />
    case "default_fund":
      return <DefaultFundScreen view={view} />
    case "details":
      return <DetailsScreen view={view} />
    case "ato_who":
      return <AtoWhoScreen view={view} />
    case "ato_connect":
      return <AtoConnectScreen view={view} />
    case "automations":
      return <AutomationsScreen view={view} />
    case "settings":
      return <SettingsScreen view={view} />
  }
}
