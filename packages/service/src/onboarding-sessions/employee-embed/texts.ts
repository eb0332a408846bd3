import * as S from "@embedded-super/contracts/schemas"

const version = (name: string) => name as S.EmbedTextVersion
const paragraph = (text: string) => text as S.EmbedParagraph

/** The notice that the law requires when a tax file number is collected (D-tax-step). */
export const TFN_NOTICE: S.EmbedTfnNotice = {
  version: version("tfn-notice-2026-12"),
  authorising_law: paragraph(
    "The Superannuation Industry (Supervision) Act 1993 authorises your employer and your super fund to collect your " +
      "tax file number. This service collects it for them."
  ),
  purpose: paragraph(
    "It is used only for lawful purposes: to join you to your super fund and to find or combine your super. It is " +
      "given to the fund that you choose, and to the Australian Taxation Office when it is asked which fund you have."
  ),
  declining: paragraph("You don't have to give your tax file number. Declining is not an offence."),
  consequences: [
    paragraph("Your fund can't accept contributions that you make yourself."),
    paragraph("Your employer's contributions are taxed at an additional 32 per cent."),
    paragraph("It is harder to find your super accounts, or to combine them.")
  ]
}

/** The disclaimer that a person agrees to before any fund is requested for them or shown to them (D-employee-embed). */
export const SUPER_DISCLAIMER: S.EmbedSuperDisclaimer = {
  version: version("super-disclaimer-2026-12"),
  paragraphs: [
    paragraph(
      "You can choose the super fund that your employer pays into. To show you the fund that you have, the Australian " +
        "Taxation Office may be asked for it when you agree."
    ),
    paragraph(
      "What you see here is general information: it " +
        "doesn't take your objectives, financial situation or needs into account, and recommends no fund."
    ),
    paragraph(
      "Before you choose, read the product disclosure statement and the target market determination of the fund, and " +
        "consider advice from a licensed adviser."
    )
  ]
}

/** The declaration of a person who wants contributions paid into their self-managed fund (D-self-managed-funds). */
export const SELF_MANAGED_DECLARATION: S.EmbedStatement = {
  version: version("smsf-declaration-2026-11"),
  text: paragraph(
    "I am a trustee of this self-managed super fund, or a director of its corporate trustee. It is a regulated super " +
      "fund, and it can take contributions from my employer."
  )
}

/** The disclaimer beside funds that are advertised (D-advertising). */
export const PROMOTION_DISCLAIMER: S.EmbedStatement = {
  version: version("promotion-2026-11"),
  text: paragraph(
    "Advertisement. This is not a recommendation, and you can choose any fund. Read the product disclosure statement and " +
      "the target market determination first, and compare the fund with those that you have."
  )
}

/** The consent that a person gives before the service registers them with a fund. */
export const REGISTRATION_CONSENT: S.EmbedStatement = {
  version: version("registration-consent-2026-11"),
  text: paragraph(
    "I agree that this service gives my details, with my tax file number if I provided it, to the fund that I choose, " +
      "so that the fund makes me a member, and that the fund's member number is given to my employer."
  )
}
