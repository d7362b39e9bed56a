// Any bytes are either refused with an Error or give a contract that makes sense and survives being written
// and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/contract/contract.h"
#include "engine/core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const vitrine::Contract contract =
            vitrine::contractFromJson(std::string_view(reinterpret_cast<const char*>(data), size));
        vitrine::validate(contract);
        if (vitrine::contractFromJson(vitrine::contractToJson(contract)) != contract) std::abort();
    } catch (const vitrine::Error&) {
    }
    return 0;
}
