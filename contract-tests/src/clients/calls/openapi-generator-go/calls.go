// The calls of ../../calls.ts, with the clients that openapi-generator made for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	fund "example/fund"
	partner "example/partner"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ofPartner := partner.NewConfiguration()
	ofPartner.Servers = partner.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	ctx := context.WithValue(context.Background(), partner.ContextAPIKeys,
		map[string]partner.APIKey{"ProductKey": {Key: os.Getenv("KEY")}})
	employers := partner.NewAPIClient(ofPartner).EmployersAPI
	remoteID := os.Getenv("REMOTE_ID")
	create := func(abn string) (*partner.EmployerAnswer, error) {
		answer, _, err := employers.CreateEmployer(ctx).
			EmployerCreation(*partner.NewEmployerCreation(abn, os.Getenv("NAME"), remoteID)).Execute()
		return answer, err
	}

	list, _, err := employers.ListEmployers(ctx).RemoteId(remoteID).Execute()
	must(err)
	fmt.Println("list", len(list.Data))
	got, _, err := employers.GetEmployer(ctx, list.Data[0].Id).Execute()
	must(err)
	fmt.Println("get", got.Data.Name)
	_, err = create("51824753556")
	conflict := problemOf(err).(partner.ConflictProblem)
	fmt.Println(409, conflict.Code)
	_, err = create("51824753557")
	invalid := problemOf(err).(partner.ValidationFailedProblem)
	fmt.Println(422, invalid.Errors[0].Pointer)

	ofFund := fund.NewConfiguration()
	ofFund.Servers = fund.ServerConfigurations{{URL: os.Getenv("FUND_URL")}}
	ctx = context.WithValue(context.Background(), fund.ContextAPIKeys,
		map[string]fund.APIKey{"FundApiKey": {Key: os.Getenv("FUND_KEY")}})
	client := fund.NewAPIClient(ofFund)
	member := fund.NewMemberRegistrationRequest(os.Getenv("FAMILY_NAME"), "2000-02-29")
	register := client.MemberRegistrationAPI.RegisterMember(ctx)
	_, _, err = register.MemberRegistrationRequest(*member).Execute()
	refused := problemOf(err).(fund.FundBadRequestProblem)
	member.SetTfn("876543210")
	member.SetFirstName("Tom")
	member.SetEmail("tom.li@example.com")
	member.SetPhoneNumber("+61491570156")
	member.SetAddressLine1("7 Mitchell Street")
	member.SetLocality("Darwin")
	member.SetPostcode("0800")
	member.SetState(fund.AUSTRALIANSTATE_NT)
	registered, _, err := register.MemberRegistrationRequest(*member).Execute()
	must(err)
	fmt.Println("register", len(registered.MemberDetails.MemberNumber) > 0)
	for _, abn := range []string{"80000000001", "42000000003"} {
		found, _, err := client.EmployerLookupAPI.LookUpEmployer(ctx).
			EmployerLookupRequest(*fund.NewEmployerLookupRequest(abn)).Execute()
		must(err)
		fmt.Println("lookup", found.EmployerFound, found.HasEmployerDetails())
	}
	fmt.Println(400, refused.Code)
}

// The typed problem that a refused call holds; nil if it holds none.
func problemOf(err error) any {
	var refused interface{ Model() any }
	if !errors.As(err, &refused) {
		return nil
	}
	return refused.Model()
}
