package main

// buildSite builds the whole site.
func buildSite(out folder) error {
	for _, build := range []func(folder) error{buildChecker, buildRules, buildDocuments, buildCorpus, buildMatrix} {
		if err := build(out); err != nil {
			return err
		}
	}
	return nil
}
