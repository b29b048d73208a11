// An adapter for NumSharp:
//
//   npycheck conform --unsupported npz,text,bytes,complex,structured -- dotnet run --no-build
using NumSharp;

var names = new Dictionary<Type, string> {
    [typeof(bool)] = "|b1", [typeof(byte)] = "|u1", [typeof(short)] = "<i2", [typeof(ushort)] = "<u2", [typeof(int)] = "<i4",
    [typeof(uint)] = "<u4", [typeof(long)] = "<i8", [typeof(ulong)] = "<u8", [typeof(float)] = "<f4", [typeof(double)] = "<f8",
};
try {
    var array = np.load(args[^1]);
    var data = Convert.ToHexString(array.ToByteArray()).ToLowerInvariant();
    Console.WriteLine($$"""{"dtype":"{{names[array.dtype]}}","shape":[{{string.Join(",", array.shape)}}],"data":"{{data}}"}""");
    return 0;
} catch (Exception problem) {
    Console.Error.WriteLine(problem.Message);
    return 1;
}
