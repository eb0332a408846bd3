/**
 * The payroll application's pages, rendered on the server: each page works without its scripts, except for the embed
 * itself. `layout.ts` is the frame of every page, `parts.ts` what pages share, `browser/` the two scripts.
 *
 * Why no framework: a partner's engineer can read a page from address to HTML in one file.
 *
 * The trap: what people typed is in nearly every page. `html` escapes every piece that isn't `Html` itself; never make
 * `Html` of text.
 *
 * Guide: partners/wattle-payroll
 */
import * as Layer from "effect/Layer"
import { BoardPageHttp } from "./BoardPage.http.ts"
import { CorrectPageHttp } from "./CorrectPage.http.ts"
import { EmbedRoutesHttp } from "./EmbedRoutes.http.ts"
import { EmployerPagesHttp } from "./EmployerPages.http.ts"
import { FilesHttp } from "./Files.http.ts"
import { HomePageHttp } from "./HomePage.http.ts"
import { InboxPageHttp } from "./InboxPage.http.ts"
import { IssuesPageHttp } from "./IssuesPage.http.ts"
import { NotHereHttp } from "./notHere.ts"
import { PeoplePagesHttp } from "./PeoplePages.http.ts"
import { PersonPageHttp } from "./PersonPage.http.ts"
import { SettingsPageHttp } from "./SettingsPage.http.ts"
import { TimeLineHttp, timeLinePaths } from "./TimeLine.http.ts"

export const PagesHttp = Layer.mergeAll(
  HomePageHttp,
  EmployerPagesHttp,
  EmbedRoutesHttp,
  PeoplePagesHttp,
  PersonPageHttp,
  CorrectPageHttp,
  BoardPageHttp,
  InboxPageHttp,
  IssuesPageHttp,
  SettingsPageHttp,
  FilesHttp,
  NotHereHttp,
  TimeLineHttp
)

/** The pages' paths for the server: all are read by GET. */
export const pagePaths = [
  "/",
  "/employers",
  "/employers/:id",
  "/employers/:id/alone",
  "/employers/:id/intent-alone",
  "/people",
  "/people/new",
  "/people/:id",
  "/people/:id/correct",
  "/people/:id/form",
  "/people/:id/alone",
  "/people/:id/choice-form",
  "/board",
  "/inbox",
  "/issues",
  "/settings",
  "/_app/*",
  ...timeLinePaths
]
