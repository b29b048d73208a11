// Reads and writes with Halide.

#include <csignal>
#include <cstddef>
#include <exception>
#include <iostream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <HalideBuffer.h>
#include <halide_image_io.h>

#include <sys/wait.h>
#include <unistd.h>

using nlohmann::json;
using Buffer = Halide::Runtime::Buffer<void>;

namespace {

const std::map<std::string, halide_type_t> types = {
    {"<f2", {halide_type_float, 16}}, {"<f4", {halide_type_float, 32}}, {"<f8", {halide_type_float, 64}},
    {"|i1", {halide_type_int, 8}},    {"<i2", {halide_type_int, 16}},   {"<i4", {halide_type_int, 32}},
    {"<i8", {halide_type_int, 64}},   {"|u1", {halide_type_uint, 8}},   {"<u2", {halide_type_uint, 16}},
    {"<u4", {halide_type_uint, 32}},  {"<u8", {halide_type_uint, 64}},
};

struct unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string said;

bool remember(bool good, const char* message)
{
    if (!good) said = message;
    return good;
}

// Calls do with the position of each element and its address in the buffer, in C order.
template <class Do>
void each(Buffer& buffer, std::vector<int>& at, Do&& visit)
{
    const int d = static_cast<int>(at.size());
    if (d == buffer.dimensions()) {
        auto* address = static_cast<unsigned char*>(buffer.data());
        for (int i = 0; i < d; i++)
            address += static_cast<std::ptrdiff_t>(at[i]) * buffer.dim(i).stride() * buffer.type().bytes();
        visit(address);
        return;
    }
    for (int i = 0; i < buffer.dim(d).extent(); i++) {
        at.push_back(i);
        each(buffer, at, visit);
        at.pop_back();
    }
}

json described(Buffer& buffer)
{
    static const char digits[] = "0123456789abcdef";
    json out = {{"shape", json::array()}};
    for (int d = 0; d < buffer.dimensions(); d++) out["shape"].push_back(buffer.dim(d).extent());
    for (const auto& [dtype, type] : types)
        if (type == buffer.type()) out["dtype"] = dtype;
    std::string data;
    std::vector<int> at;
    if (buffer.number_of_elements() > 0) each(buffer, at, [&](const unsigned char* element) {
        for (int i = 0; i < buffer.type().bytes(); i++) {
            data += digits[element[i] >> 4];
            data += digits[element[i] & 15];
        }
    });
    out["data"] = data;
    return out;
}

json read(const std::string& path)
{
    Buffer buffer;
    if (!Halide::Tools::load<Buffer, remember>(path, &buffer)) throw refusal(said);
    return {{"outcome", "accept"}, {"array", described(buffer)}};
}

json write(const std::string& path, const json& array)
{
    if (array.contains("members")) throw unsupported("Halide has no archives");
    const auto type = types.find(array["dtype"]);
    if (type == types.end()) throw unsupported("Halide has no type for it");
    if (array.value("fortran_order", false)) throw unsupported("Halide writes fortran_order False only");
    for (const json& extent : array["shape"])
        if (extent > std::numeric_limits<int>::max()) throw unsupported("Halide's extents are of type int");
    const auto shape = array["shape"].get<std::vector<int>>();
    if (shape.size() < 1 || shape.size() > 4) throw unsupported("Halide saves one to four dimensions");
    const std::string text = array["data"];
    Buffer buffer(type->second, shape);
    std::vector<int> at;
    std::size_t next = 0;
    if (buffer.number_of_elements() > 0) each(buffer, at, [&](unsigned char* element) {
        for (int i = 0; i < buffer.type().bytes(); i++, next += 2)
            element[i] = static_cast<unsigned char>(std::stoi(text.substr(next, 2), nullptr, 16));
    });
    if (!Halide::Tools::save<Buffer, remember>(buffer, path)) throw refusal(said);
    return {{"outcome", "accept"}};
}

json answer(const json& request)
{
    try {
        return request["op"] == "read" ? read(request["path"]) : write(request["path"], request["array"]);
    } catch (const unsupported& error) {
        return {{"outcome", "unsupported"}, {"message", error.what()}};
    } catch (const refusal& error) {
        return {{"outcome", "reject"}, {"message", error.what()}};
    } catch (const std::exception& error) {  // of the standard library: Halide itself throws none
        return {{"outcome", "exception"}, {"message", error.what()}};
    }
}

std::string line(const json& value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Answers in a process of its own, because Halide writes behind its memory: what that damages shall be the same
// whatever was read before. A signal that ends that process ends this one, too.
void answer_apart(const json& request)
{
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        json reply = answer(request);
        reply["id"] = request["id"];
        std::cout << line(reply) << std::endl;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
}

}  // namespace

// Answers requests until there are no more. A signal, such as that of abort, is a crash to the harness.
int main()
{
    for (std::string text; std::getline(std::cin, text);) {
        const json request = json::parse(text);
        if (request["op"] == "bye") break;
        if (request["op"] != "hello") {
            answer_apart(request);
            continue;
        }
        const json hello = {{"op", "hello"}, {"name", "halide"}, {"version", RELEASE}, {"language", "C++"},
            {"runtime", "GCC " __VERSION__}, {"ops", {"read", "write"}},
            {"features", {"npy", "v1", "v2", "v3", "int", "int64", "uint", "uint64", "float16", "float", "1d", "2d", "nd",
                "empty", "long-header"}}};
        std::cout << line(hello) << std::endl;
    }
}
