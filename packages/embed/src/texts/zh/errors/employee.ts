import type { Sentences } from "../../en/errors/index.ts"

const name = (what: string, missing = `请输入${what}`) => {
  const letters = `${what}只能使用文字，不能有数字或符号`
  return {
    required: missing,
    empty_name: missing,
    invalid_format: letters,
    invalid_name: letters
  }
}

const notADate = "请输入真实的日期，例如 27 3 1994"
const notAMobile = "请输入手机号码，例如 0491 570 006"
const notYours = "此项由您的雇主提供。如有错误，请联系雇主。"
const newText = "此内容已更新。请重新阅读后继续。"

const abn = {
  required: "请输入基金的 ABN",
  too_long: "请输入 11 位数字的 ABN",
  invalid_format: "请输入 11 位数字的 ABN",
  invalid_checksum: "ABN 不正确，请逐位核对。"
}

const statement = (missing: string) => ({ required: missing, not_allowed: newText })

export const employee: Readonly<Record<string, Sentences>> = {
  requestVerificationCode: {
    "/phone_number": {
      required: "请输入手机号码",
      too_short: notAMobile,
      too_long: notAMobile,
      invalid_format: notAMobile,
      invalid_phone_number: notAMobile,
      not_allowed: "验证码只能发送到手机。这不是手机号码。"
    }
  },
  verifyCode: {
    "/code": {
      required: "请输入验证码",
      too_short: "请输入全部 6 位数字",
      too_long: "只需输入 6 位数字",
      invalid_format: "只能输入 6 位数字",
      wrong_code: "验证码不正确。请核对后重试。"
    }
  },
  saveIdentity: {
    "/title": { not_allowed: "请从列表中选择称谓" },
    "/title_other": name("称谓"),
    "/given_name": name("名字", "请输入名字，或勾选“我只有一个名字”"),
    "/middle_name": name("中间名"),
    "/family_name": name("姓氏"),
    "/previous_given_name": name("曾用名"),
    "/previous_family_name": name("曾用姓氏"),
    "/date_of_birth": {
      required: "请输入出生日期",
      too_short: notADate,
      too_long: notADate,
      invalid_format: notADate,
      date_in_future: "这个日期还没到。请检查年份。",
      age_out_of_range: "年龄须在 13 到 100 岁之间。请检查年份。",
      not_allowed: "您在税务步骤中选择了未满 18 岁。请先更改该项。"
    },
    "/gender": { not_allowed: "请选择其中一项" },
    "/gender_other": { required: "请用您自己的话填写" }
  },
  saveContact: {
    "/email": {
      required: "请输入电子邮箱",
      too_short: "请输入电子邮箱，例如 name@example.com",
      invalid_format: "请输入电子邮箱，例如 name@example.com",
      not_allowed: notYours
    },
    "/phone_number": {
      required: "请输入手机号码",
      too_short: notAMobile,
      too_long: notAMobile,
      invalid_format: notAMobile,
      invalid_phone_number: notAMobile,
      not_allowed: notYours
    },
    "/address": { required: "请输入地址" },
    "/address/address_line_1": { required: "请输入街道和门牌号" },
    "/address/locality": { required: "请输入城区或城镇" },
    "/address/postcode": {
      required: "请输入邮编",
      too_short: "请输入 4 位数字的邮编",
      too_long: "请输入 4 位数字的邮编",
      invalid_format: "请输入 4 位数字的邮编"
    },
    "/address/state": { required: "请选择州或领地" }
  },
  saveTax: {
    "": { not_allowed: "请输入税号，或选择不提供的原因" },
    "/has_tfn": { required: "请选择有或没有" },
    "/tfn": {
      required: "请输入税号",
      too_short: "请输入 9 位数字。旧的 8 位税号不能使用。请致电 ATO，或选择“没有”。",
      too_long: "请输入 9 位数字",
      invalid_format: "请输入 9 位数字",
      invalid_checksum: "这不是有效的税号。请逐位核对。"
    },
    "/tfn_exemption_type": {
      required: "请选择原因",
      not_allowed: "该原因仅适用于未满 18 岁的人。请选择其他原因。"
    },
    "/keep_tfn": { not_allowed: "我们已没有您的税号。请输入。" },
    "/notice_version": statement("请阅读通知后继续")
  },
  acceptDisclaimer: {
    "/accepted_version": statement("请阅读内容后继续")
  },
  chooseFund: {
    "/way": { required: "请选择一项" },
    "/fund": { required: "请选择基金" },
    "/source": {
      required: "请选择一项",
      not_allowed: "已不能选择此项。请选择其他方式。",
      not_regulated: "雇主不能向该基金缴款。请选择其他基金。"
    },
    "/fund_product_id": {
      required: "请选择基金",
      not_found: "该基金已不在列表中。请选择其他基金。",
      not_allowed: "该基金不能在此使用。请选择其他基金。"
    },
    "/member_number": {
      required: "请输入会员号。它在您的对账单上。",
      too_short: "请输入会员号。它在您的对账单上。",
      invalid_format: "会员号只能使用字母、数字、空格和 - / .",
      not_allowed: "这不是会员号。它在您的对账单上。"
    },
    "/member_name": {
      ...name("您在基金登记的姓名"),
      not_allowed: "不再需要此姓名。请返回并重新选择。"
    },
    "/consent_version": statement("请勾选，我们才能为您办理加入"),
    "/declaration_version": statement("如果属实，请勾选"),
    "/unlisted_fund": { not_allowed: "此处不能使用。请搜索您的基金。" },
    "/unlisted_fund/fund_name": { required: "请输入基金名称" },
    "/unlisted_fund/abn": abn,
    "/unlisted_fund/usi": {
      too_short: "请输入完整的 USI，或留空",
      too_long: "请核对 USI，或留空",
      invalid_format: "请核对 USI，或留空",
      invalid_checksum: "USI 不正确。请核对，或留空。",
      not_allowed: "该基金在列表中。请搜索。"
    },
    "/self_managed_super_fund": { not_allowed: "此处不能使用。请选择其他方式。" },
    "/self_managed_super_fund/fund_abn": {
      ...abn,
      not_allowed: "这是列表中某个基金的 ABN。请返回并选择“我已有的基金”。",
      not_regulated: "没有自管基金使用此 ABN。请核对，或选择其他基金。"
    },
    "/self_managed_super_fund/fund_name": { required: "请输入基金名称" },
    "/self_managed_super_fund/fund_electronic_service_address": {
      required: "请输入服务商提供的地址，例如 SMSFDATAFLOW",
      too_long: "请输入 ESA：最多 16 个字母和数字",
      invalid_format: "请输入 ESA：使用字母和数字，例如 SMSFDATAFLOW"
    },
    "/self_managed_super_fund/bank_account_bsb": {
      required: "请输入基金的 BSB",
      too_long: "请输入 6 位数字的 BSB",
      invalid_format: "请输入 6 位数字的 BSB"
    },
    "/self_managed_super_fund/bank_account_number": {
      required: "请输入账号",
      too_long: "请输入账号：最多 9 位数字",
      invalid_format: "请输入账号：1 到 9 位数字"
    },
    "/self_managed_super_fund/bank_account_name": { required: "请输入账户名称" },
    "/self_managed_super_fund/member_name": name("您在基金登记的姓名"),
    "/self_managed_super_fund/member_number": {
      invalid_format: "会员号只能使用字母、数字、空格和 - / .",
      not_allowed: "这不是会员号。可以留空。"
    }
  },
  confirmReview: {}
}
