// The calls of ../../calls.ts, with the clients that openapi-generator made for Java.
import java.time.LocalDate;
import java.util.List;

class Calls {
  public static void main(String[] arguments) throws Exception {
    partner();
    fund();
  }

  static void partner() throws Exception {
    var client = new partner.ApiClient();
    client.updateBaseUri(System.getenv("SERVICE_URL"));
    client.setRequestInterceptor(request -> request.header("X-API-Key", System.getenv("KEY")));
    var employers = new partner.api.EmployersApi(client);
    var name = System.getenv("NAME");
    var remoteId = System.getenv("REMOTE_ID");
    var good = new partner.model.EmployerCreation().abn("51824753556").name(name).remoteId(remoteId);
    var bad = new partner.model.EmployerCreation().abn("51824753557").name(name).remoteId(remoteId);

    var listed = employers.listEmployers(null, remoteId, null, null).getData();
    System.out.println("list " + listed.size());
    System.out.println("get " + employers.getEmployer(listed.get(0).getId(), null, null).getData().getName());
    try {
      employers.createEmployer(good, null, null);
    } catch (partner.ApiException refused) {
      if (refused.getResponseBody() == null) throw refused;
      var problem = client.getObjectMapper().readValue(refused.getResponseBody(), partner.model.ConflictProblem.class);
      System.out.println(refused.getCode() + " " + problem.getCode());
    }
    try {
      employers.createEmployer(bad, null, null);
    } catch (partner.ApiException refused) {
      if (refused.getResponseBody() == null) throw refused;
      var problem =
          client.getObjectMapper().readValue(refused.getResponseBody(), partner.model.ValidationFailedProblem.class);
      System.out.println(refused.getCode() + " " + problem.getErrors().get(0).getPointer());
    }
  }

  static void fund() throws Exception {
    var client = new fund.ApiClient();
    client.updateBaseUri(System.getenv("FUND_URL"));
    client.setRequestInterceptor(request -> request.header("X-Auth-Key", System.getenv("FUND_KEY")));
    var registration = new fund.api.MemberRegistrationApi(client);
    var lookup = new fund.api.EmployerLookupApi(client);
    var birth = LocalDate.of(2000, 2, 29);
    var member =
        new fund.model.MemberRegistrationRequest()
            .tfn("876543210")
            .firstName("Tom")
            .familyName(System.getenv("FAMILY_NAME"))
            .dateOfBirth(birth)
            .email("tom.li@example.com")
            .phoneNumber("+61491570156")
            .addressLine1("7 Mitchell Street")
            .locality("Darwin")
            .postcode("0800")
            .state(fund.model.AustralianState.NT);

    var registered = registration.registerMember(member, null, null, null).getMemberDetails();
    System.out.println("register " + !registered.getMemberNumber().isEmpty());
    for (var abn : List.of("80000000001", "42000000003")) {
      var found = lookup.lookUpEmployer(new fund.model.EmployerLookupRequest().abn(abn), null, null);
      System.out.println("lookup " + found.getEmployerFound() + " " + (found.getEmployerDetails() != null));
    }
    try {
      var bare = new fund.model.MemberRegistrationRequest().familyName("Li").dateOfBirth(birth);
      registration.registerMember(bare, null, null, null);
    } catch (fund.ApiException refused) {
      if (refused.getResponseBody() == null) throw refused;
      var problem = client.getObjectMapper().readValue(refused.getResponseBody(), fund.model.FundBadRequestProblem.class);
      System.out.println(refused.getCode() + " " + problem.getCode());
    }
  }
}
