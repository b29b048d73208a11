// Reads and writes with xtensor.

#include <complex>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xnpy.hpp>

using nlohmann::json;

namespace {

template <class Array>
json got(const Array& array, const char* dtype)
{
    static const char digits[] = "0123456789abcdef";
    std::string data;
    const auto end = array.template end<xt::layout_type::row_major>();
    for (auto it = array.template begin<xt::layout_type::row_major>(); it != end; ++it) {
        unsigned char bytes[sizeof(*it)];
        std::memcpy(bytes, &*it, sizeof(*it));
        for (unsigned char byte : bytes) {
            data += digits[byte >> 4];
            data += digits[byte & 15];
        }
    }
    json shape = json::array();
    for (auto extent : array.shape()) shape.push_back(extent);
    return {{"dtype", dtype}, {"shape", shape}, {"data", data}};
}

// The caller of xtensor has to name the element type, and gets an error if it is wrong.
template <class T>
bool is(const std::string& path, const char* dtype, json& out)
{
    try {
        out = got(xt::load_npy<T, xt::layout_type::dynamic>(path), dtype);
    } catch (const std::runtime_error& error) {
        if (std::string(error.what()).find("Cast error: formats not matching") == std::string::npos) throw;
        return false;
    }
    return true;
}

json read(const std::string& path)
{
    json out;
    if (is<bool>(path, "|b1", out) || is<signed char>(path, "|i1", out) || is<short>(path, "<i2", out) ||
        is<int>(path, "<i4", out) || is<long>(path, "<i8", out) || is<unsigned char>(path, "|u1", out) ||
        is<unsigned short>(path, "<u2", out) || is<unsigned>(path, "<u4", out) || is<unsigned long>(path, "<u8", out) ||
        is<float>(path, "<f4", out) || is<double>(path, "<f8", out) || is<long double>(path, "<f16", out) ||
        is<std::complex<float>>(path, "<c8", out) || is<std::complex<double>>(path, "<c16", out) ||
        is<std::complex<long double>>(path, "<c32", out))
        return out;
    throw std::runtime_error("Cast error: no type matches");
}

struct unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
void put(const std::string& path, const json& array)
{
    const std::string text = array["data"];
    auto shape = array["shape"].get<std::vector<std::size_t>>();
    xt::xarray<T, xt::layout_type::row_major> elements(shape);
    std::vector<unsigned char> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); i++) bytes[i] = std::stoi(text.substr(2 * i, 2), nullptr, 16);
    std::memcpy(elements.data(), bytes.data(), bytes.size());
    if (array.value("fortran_order", false))
        xt::dump_npy(path, xt::xarray<T, xt::layout_type::column_major>(elements));
    else
        xt::dump_npy(path, elements);
}

void write(const std::string& path, const json& array)
{
    if (array.contains("members")) throw unsupported("xtensor has no archives");
    const std::string dtype = array["dtype"];
    if (dtype == "|b1") put<bool>(path, array);
    else if (dtype == "|i1") put<signed char>(path, array);
    else if (dtype == "<i2") put<short>(path, array);
    else if (dtype == "<i4") put<int>(path, array);
    else if (dtype == "<i8") put<long>(path, array);
    else if (dtype == "|u1") put<unsigned char>(path, array);
    else if (dtype == "<u2") put<unsigned short>(path, array);
    else if (dtype == "<u4") put<unsigned>(path, array);
    else if (dtype == "<u8") put<unsigned long>(path, array);
    else if (dtype == "<f4") put<float>(path, array);
    else if (dtype == "<f8") put<double>(path, array);
    else if (dtype == "<f16") put<long double>(path, array);
    else if (dtype == "<c8") put<std::complex<float>>(path, array);
    else if (dtype == "<c16") put<std::complex<double>>(path, array);
    else if (dtype == "<c32") put<std::complex<long double>>(path, array);
    else throw unsupported("xtensor has no element type for " + dtype);
}

json answer(const json& request)
{
    try {
        if (request["op"] == "read") return {{"outcome", "accept"}, {"array", read(request["path"])}};
        write(request["path"], request["array"]);
        return {{"outcome", "accept"}};
    } catch (const unsupported& error) {
        return {{"outcome", "unsupported"}, {"message", error.what()}};
    } catch (const std::runtime_error& error) {
        return {{"outcome", "reject"}, {"message", error.what()}};
    } catch (const std::exception& error) {  // std::bad_alloc, std::length_error: of the standard library
        return {{"outcome", "exception"}, {"message", error.what()}};
    }
}

std::string line(const json& value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

// Answers requests until there are no more. With a file as its argument it reads that file, as an
// adapter of tier 0.
int main(int argc, char** argv)
{
    if (argc > 1) {
        json reply = answer({{"op", "read"}, {"path", argv[1]}});
        if (reply["outcome"] == "accept") std::cout << line(reply["array"]) << std::endl;
        else if (reply["outcome"] == "reject") std::cerr << line(reply["message"]) << std::endl;
        else std::cout << line(reply) << std::endl;
        return reply["outcome"] == "accept" ? 0 : reply["outcome"] == "reject" ? 1 : 2;
    }
    for (std::string text; std::getline(std::cin, text);) {
        const json request = json::parse(text);
        if (request["op"] == "bye") break;
        json reply;
        if (request["op"] == "hello") {
            reply = {{"op", "hello"}, {"name", "xtensor"}, {"version", VERSION}, {"language", "C++"}, {"runtime", "GCC " __VERSION__}, {"ops", {"read", "write"}},
                {"features", {"npy", "v1", "v2", "bool", "int", "int64", "uint", "uint64", "float", "complex", "fortran-order",
                    "0d", "1d", "2d", "nd", "empty", "long-header"}}};
        } else {
            reply = answer(request);
            reply["id"] = request["id"];
        }
        std::cout << line(reply) << std::endl;
    }
}
