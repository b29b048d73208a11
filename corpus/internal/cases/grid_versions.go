package cases

// gridVersionCases returns the cases of gridVersions.
func gridVersionCases() []Case {
	byKind := make(map[string]scalar)
	for _, s := range scalars() {
		byKind[s.kind] = s
	}
	var out []Case
	for _, r := range gridVersions() {
		out = append(out, gridCase(r, byKind[r.descr[1:]]))
	}
	return out
}

// gridVersions is arrays of versions 2.0 and 3.0 in the shapes and orders that the other rows of the grid have
// in version 1.0 only, and three dimensions in C order.
func gridVersions() []gridRow {
	return []gridRow{
		{"descr/grid-le-f8-3d-c-v1", "<f8", "(2, 3, 2)", false, 1},
		{"descr/grid-be-f8-3d-c-v1", ">f8", "(2, 3, 2)", false, 1},
		{"descr/grid-le-f8-2d-f-v2", "<f8", "(3, 4)", true, 2},
		{"descr/grid-le-f8-2d-f-v3", "<f8", "(3, 4)", true, 3},
		{"descr/grid-le-f8-3d-c-v2", "<f8", "(2, 3, 2)", false, 2},
		{"descr/grid-le-f8-3d-c-v3", "<f8", "(2, 3, 2)", false, 3},
		{"descr/grid-le-f8-3d-f-v2", "<f8", "(2, 3, 2)", true, 2},
		{"descr/grid-le-f8-3d-f-v3", "<f8", "(2, 3, 2)", true, 3},
		{"descr/grid-le-f8-empty-v2", "<f8", "(0, 4)", false, 2},
		{"descr/grid-le-f8-empty-v3", "<f8", "(0, 4)", false, 3},
		{"descr/grid-be-i4-2d-f-v2", ">i4", "(3, 4)", true, 2},
		{"descr/grid-be-i4-2d-f-v3", ">i4", "(3, 4)", true, 3},
		{"descr/grid-be-i4-3d-c-v1", ">i4", "(2, 3, 2)", false, 1},
		{"descr/grid-be-i4-3d-f-v2", ">i4", "(2, 3, 2)", true, 2},
		{"descr/grid-be-i4-empty-v3", ">i4", "(0, 4)", false, 3},
		{"descr/grid-le-c16-3d-c-v1", "<c16", "(2, 3, 2)", false, 1},
		{"descr/grid-be-c16-2d-f-v2", ">c16", "(3, 4)", true, 2},
		{"descr/grid-le-c16-3d-f-v3", "<c16", "(2, 3, 2)", true, 3},
		{"descr/grid-b1-3d-c-v1", "|b1", "(2, 3, 2)", false, 1},
		{"descr/grid-b1-2d-f-v2", "|b1", "(3, 4)", true, 2},
		{"descr/grid-u1-3d-c-v2", "|u1", "(2, 3, 2)", false, 2},
		{"descr/grid-u1-2d-f-v3", "|u1", "(3, 4)", true, 3},
		{"descr/grid-s3-3d-c-v1", "|S3", "(2, 3, 2)", false, 1},
		{"descr/grid-s3-2d-f-v3", "|S3", "(3, 4)", true, 3},
		{"descr/grid-be-u2-text-3d-c-v1", ">U2", "(2, 3, 2)", false, 1},
		{"descr/grid-be-u2-text-2d-f-v2", ">U2", "(3, 4)", true, 2},
		{"descr/grid-le-u2-text-3d-f-v3", "<U2", "(2, 3, 2)", true, 3},
	}
}
